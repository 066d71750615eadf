// poll, select and epoll.
#pragma once

namespace selvage::runtime {

void share_epoll(unsigned number);
void close_epoll(unsigned number);

}  // namespace selvage::runtime
