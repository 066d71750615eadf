// What a part of a search saw, as a result that travels; and such results put together again.
#pragma once

#include "cli/check/examination.h"
#include "cli/cluster/cluster_messages.h"
#include "explore/search.h"
#include "target/error.h"

namespace selvage::cli {

// `known`: how many shared locations the part began with.
PartResult part_of(const explore::SearchResult& found, const Examination& examination, size_t known, double seconds);
// Of one that nobody comes to an end with.
PartResult failed_part(const target::Error& error);

// Behind what the examination has.
void join(Examination& examination, const PartResult& part);

}  // namespace selvage::cli
