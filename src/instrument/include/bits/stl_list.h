// Stands before the header of libstdc++ of this name. How nodes of a std::list are linked is in the library, where nothing
// would be known of it: it becomes part of the program.
#pragma GCC system_header
#include_next <bits/stl_list.h>

#ifndef SELVAGE_STL_LIST
#define SELVAGE_STL_LIST

namespace std _GLIBCXX_VISIBILITY(default) {
namespace __detail {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

inline void _List_node_base::_M_hook(_List_node_base* const __position) _GLIBCXX_USE_NOEXCEPT {
  this->_M_next = __position;
  this->_M_prev = __position->_M_prev;
  __position->_M_prev->_M_next = this;
  __position->_M_prev = this;
}

inline void _List_node_base::_M_unhook() _GLIBCXX_USE_NOEXCEPT {
  this->_M_prev->_M_next = this->_M_next;
  this->_M_next->_M_prev = this->_M_prev;
}

// What begins at the first node and ends before the second one comes to stand before this one.
inline void _List_node_base::_M_transfer(_List_node_base* const __first,
                                         _List_node_base* const __last) _GLIBCXX_USE_NOEXCEPT {
  if (this == __last) return;
  _List_node_base* const __moved_last = __last->_M_prev;
  _List_node_base* const __before = this->_M_prev;
  __first->_M_prev->_M_next = __last;
  __last->_M_prev = __first->_M_prev;
  __before->_M_next = __first;
  __first->_M_prev = __before;
  __moved_last->_M_next = this;
  this->_M_prev = __moved_last;
}

inline void _List_node_base::_M_reverse() _GLIBCXX_USE_NOEXCEPT {
  _List_node_base* __node = this;
  do {
    _List_node_base* const __next = __node->_M_next;
    __node->_M_next = __node->_M_prev;
    __node->_M_prev = __next;
    __node = __next;
  } while (__node != this);
}

// An empty list is linked to itself.
inline void _List_node_base::swap(_List_node_base& __one, _List_node_base& __other) _GLIBCXX_USE_NOEXCEPT {
  const bool __one_is_empty = __one._M_next == &__one;
  const bool __other_is_empty = __other._M_next == &__other;
  const _List_node_base __kept = __one;
  if (__other_is_empty) {
    __one._M_next = __one._M_prev = &__one;
  } else {
    __one._M_next = __other._M_next;
    __one._M_prev = __other._M_prev;
    __one._M_next->_M_prev = __one._M_prev->_M_next = &__one;
  }
  if (__one_is_empty) {
    __other._M_next = __other._M_prev = &__other;
  } else {
    __other._M_next = __kept._M_next;
    __other._M_prev = __kept._M_prev;
    __other._M_next->_M_prev = __other._M_prev->_M_next = &__other;
  }
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace __detail
}  // namespace std _GLIBCXX_VISIBILITY(default)

#endif
