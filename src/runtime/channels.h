// Pipes, socket pairs and eventfds inside the program: bytes in model memory, which a restart brings back.
#pragma once

#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

#include "contract/transfer.h"
#include "runtime/descriptors.h"
#include "runtime/file_model.h"

namespace selvage::runtime {

enum class EndpointType : uint8_t { Unused, PipeReader, PipeWriter, Socket, Event };

// What a descriptor refers to; duplicates refer to the same one.
struct Endpoint {
  EndpointType type;
  bool nonblocking;
  bool messages;   // datagrams: boundaries are kept
  bool semaphore;  // eventfd: reading takes one
  bool input_shut, output_shut;
  uint16_t input, output;  // numbers of buffers + 1; 0: none
  uint32_t references;
  uint32_t generation;     // tells a reused endpoint from its predecessor
  uint32_t input_changes;  // how often something arrived, for edge-triggered epoll
  uint32_t output_changes;
  uint64_t counter;                        // eventfd
  uint64_t now;                            // eventfd: virtual time of the last operation
  uint64_t receive_timeout, send_timeout;  // nanoseconds; 0: none
};

inline constexpr unsigned kMaxEndpoints = 1024;
inline constexpr uint64_t kBufferCapacity = 65536;
inline constexpr uint64_t kEpollSets = kChannelModel + 0x80'0000;
inline constexpr uint64_t kBufferData = kChannelModel + 0x100'0000;

inline Endpoint& endpoint(unsigned number) { return reinterpret_cast<Endpoint*>(kChannelModel)[number]; }

void share_endpoint(unsigned number);
void close_endpoint(unsigned number);
void shut_endpoint(Endpoint& endpoint, bool input, bool output);
// fcntl, except for what concerns the number alone.
int control_endpoint(unsigned number, int command, long argument);
uint64_t bytes_to_read(unsigned number);
// Somebody is about to look at what there is to read.
void announce_look(int number);
// A transfer in a channel that the number stood for until it was closed: it comes to nothing, but in another order it would
// not have. False: 0 is none.
bool announce_use_after_close(Operation operation, int number, uint64_t channel);

// Which of poll's events hold.
short ready_events(const Endpoint& endpoint);

// For the values of operations (transfer.h): the channel that an end reads from or writes to; 0: it does not.
uint64_t channel_read_from(const Endpoint& endpoint);
uint64_t channel_written_to(const Endpoint& endpoint);

// Why a poll goes on.
struct Readiness {
  unsigned reasons;
  uint64_t value;  // of the last one
};
void add_reasons(Readiness& readiness, const Endpoint& endpoint, int events);

// `flags` are those of recv and send.
ssize_t read_channel(int number, const iovec* parts, int count, int flags);
ssize_t write_channel(int number, const iovec* parts, int count, int flags);

}  // namespace selvage::runtime
