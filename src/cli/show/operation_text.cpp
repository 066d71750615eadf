#include "cli/show/operation_text.h"

#include <algorithm>

namespace selvage::cli {

const char* operation_verb(Operation operation) {
  switch (operation) {
    case Operation::ThreadBegin:
      return "start";
    case Operation::ThreadCreate:
      return "create";
    case Operation::ThreadJoin:
      return "join";
    case Operation::ThreadTimedJoin:
      return "join with a deadline";
    case Operation::ThreadTryJoin:
      return "try to join";
    case Operation::ThreadDetach:
      return "detach";
    case Operation::ThreadExit:
      return "end";
    case Operation::ThreadCancel:
      return "cancel";
    case Operation::ThreadCancelled:
      return "be cancelled";
    case Operation::ThreadKill:
      return "send a signal to";
    case Operation::SignalDeliver:
      return "begin a signal handler";
    case Operation::SignalWait:
      return "wait for a signal";
    case Operation::SignalMask:
      return "set the signal mask";
    case Operation::SignalAction:
      return "set a signal handler";
    case Operation::ProcessExit:
      return "end the program";
    case Operation::Read:
      return "read";
    case Operation::Write:
      return "write";
    case Operation::AtomicLoad:
      return "load";
    case Operation::AtomicStore:
      return "store";
    case Operation::AtomicUpdate:
      return "update";
    case Operation::AtomicCompareExchange:
      return "compare-exchange";
    case Operation::Fence:
      return "fence";
    case Operation::Allocate:
      return "allocate";
    case Operation::Free:
      return "free";
    case Operation::MutexInit:
    case Operation::SpinInit:
    case Operation::RwlockInit:
    case Operation::CondInit:
    case Operation::SemaphoreInit:
    case Operation::BarrierInit:
      return "initialise";
    case Operation::MutexDestroy:
    case Operation::SpinDestroy:
    case Operation::RwlockDestroy:
    case Operation::CondDestroy:
    case Operation::SemaphoreDestroy:
    case Operation::BarrierDestroy:
      return "destroy";
    case Operation::MutexLock:
    case Operation::SpinLock:
    case Operation::StreamLock:
      return "lock";
    case Operation::MutexTryLock:
    case Operation::SpinTryLock:
      return "try to lock";
    case Operation::MutexTimedLock:
      return "lock with a deadline";
    case Operation::MutexUnlock:
    case Operation::SpinUnlock:
    case Operation::RwlockUnlock:
    case Operation::StreamUnlock:
      return "unlock";
    case Operation::RwlockReadLock:
      return "read-lock";
    case Operation::RwlockWriteLock:
      return "write-lock";
    case Operation::RwlockTryReadLock:
      return "try to read-lock";
    case Operation::RwlockTryWriteLock:
      return "try to write-lock";
    case Operation::RwlockTimedReadLock:
      return "read-lock with a deadline";
    case Operation::RwlockTimedWriteLock:
      return "write-lock with a deadline";
    case Operation::CondWait:
      return "wait on";
    case Operation::CondWake:
      return "wake up from";
    case Operation::CondSignal:
      return "signal";
    case Operation::CondBroadcast:
      return "broadcast";
    case Operation::SemaphoreWait:
      return "take";
    case Operation::SemaphoreTryWait:
      return "try to take";
    case Operation::SemaphoreTimedWait:
      return "take with a deadline";
    case Operation::SemaphorePost:
      return "post";
    case Operation::SemaphoreGetValue:
      return "get the value of";
    case Operation::BarrierArrive:
      return "arrive at";
    case Operation::BarrierLeave:
      return "leave";
    case Operation::OnceBegin:
      return "begin once";
    case Operation::OnceEnd:
      return "end once";
    case Operation::KeyCreate:
      return "create";
    case Operation::KeyDelete:
      return "delete";
    case Operation::KeyUse:
      return "use";
    case Operation::FutexWait:
      return "futex wait on";
    case Operation::FutexWake:
      return "futex wake of";
    case Operation::FutexResume:
      return "wake up from";
    case Operation::UnseenCall:
      return "call";
    case Operation::ComeRound:
      return "comes round";
    case Operation::SpinWait:
      return "go round a loop";
    case Operation::ThreadFollow:
      return "go before";
    case Operation::AtomValues:
      return "change atoms";
    case Operation::ObservedValue:
      return "change what is seen";
    case Operation::TestCancel:
      return "look whether it is cancelled";
    case Operation::Yield:
      return "yield";
    case Operation::Sleep:
      return "sleep";
    case Operation::ClockRead:
      return "read";
    case Operation::ChannelOpen:
    case Operation::FileOpen:
      return "open";
    case Operation::ChannelRead:
    case Operation::FileRead:
      return "read from";
    case Operation::ChannelWrite:
    case Operation::FileWrite:
      return "write to";
    case Operation::ChannelPoll:
      return "poll";
    case Operation::ChannelClose:
    case Operation::FileClose:
      return "close";
    case Operation::Choose:
      return "choose";
    case Operation::Observe:
      return "observe on";
    case Operation::Assume:
      return "assume";
    case Operation::AtomicBlockBegin:
      return "begin";
    case Operation::AtomicBlockEnd:
      return "end";
    case Operation::None:
    case Operation::Count:
      break;
  }
  return "go on";
}

std::string doing_verb(Operation operation) {
  std::string text = operation_verb(operation);
  size_t end = std::min(text.find(' '), text.size());
  std::string verb = text.substr(0, end), rest = text.substr(end);
  bool is_try = verb.ends_with("ry");
  bool hisses = verb.ends_with("s") || verb.ends_with("sh") || verb.ends_with("ch") || verb.ends_with("x");
  if (is_try) verb.back() = 'i';
  return verb + (is_try || hisses ? "es" : "s") + rest;
}

std::string waiting_verb(Operation operation) {
  switch (operation) {
    case Operation::ThreadJoin:
    case Operation::ThreadTimedJoin:
      return "waits for the end of";
    case Operation::CondWake:
      return "waits for a signal on";
    case Operation::FutexResume:
      return "waits to be woken on";
    case Operation::SignalWait:
      return "waits for a signal";
    case Operation::BarrierLeave:
      return "waits for others at";
    case Operation::OnceBegin:
      return "waits for another's initialisation of";
    default:
      return std::string("waits to ") + operation_verb(operation);
  }
}

}  // namespace selvage::cli
