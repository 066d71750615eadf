// Stands before the header of libstdc++ of this name. How the trees of std::map and std::set are gone through and balanced is in
// the library, where nothing would be known of it: it becomes part of the program. Red-black trees as in Cormen, Leiserson,
// Rivest and Stein, with the header of libstdc++: its parent is the root, its left and right are the first and the last node.
#pragma GCC system_header
#include_next <bits/stl_tree.h>

#ifndef SELVAGE_STL_TREE
#define SELVAGE_STL_TREE

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION

namespace __selvage {

typedef _Rb_tree_node_base* _Node;

// A null pointer is a black leaf.
inline bool __is_black(_Node __node) { return __node == 0 || __node->_M_color == _S_black; }

// The pointer that leads to the node: its parent's, or the root's.
inline void __replace(_Node __node, _Node __by, _Node& __root) {
  if (__node == __root)
    __root = __by;
  else if (__node == __node->_M_parent->_M_left)
    __node->_M_parent->_M_left = __by;
  else
    __node->_M_parent->_M_right = __by;
}

inline void __rotate_left(_Node __node, _Node& __root) {
  _Node const __child = __node->_M_right;
  __node->_M_right = __child->_M_left;
  if (__child->_M_left != 0) __child->_M_left->_M_parent = __node;
  __child->_M_parent = __node->_M_parent;
  __replace(__node, __child, __root);
  __child->_M_left = __node;
  __node->_M_parent = __child;
}

inline void __rotate_right(_Node __node, _Node& __root) {
  _Node const __child = __node->_M_left;
  __node->_M_left = __child->_M_right;
  if (__child->_M_right != 0) __child->_M_right->_M_parent = __node;
  __child->_M_parent = __node->_M_parent;
  __replace(__node, __child, __root);
  __child->_M_right = __node;
  __node->_M_parent = __child;
}

inline _Node __next(_Node __node) {
  if (__node->_M_right != 0) return _Rb_tree_node_base::_S_minimum(__node->_M_right);
  _Node __above = __node->_M_parent;
  while (__node == __above->_M_right) {
    __node = __above;
    __above = __above->_M_parent;
  }
  // From the root, which is all that there is, to the header.
  return __node->_M_right != __above ? __above : __node;
}

inline _Node __previous(_Node __node) {
  // Before the end: the header is the only red node that is its parent's parent.
  if (__node->_M_color == _S_red && __node->_M_parent->_M_parent == __node) return __node->_M_right;
  if (__node->_M_left != 0) return _Rb_tree_node_base::_S_maximum(__node->_M_left);
  _Node __above = __node->_M_parent;
  while (__node == __above->_M_left) {
    __node = __above;
    __above = __above->_M_parent;
  }
  return __above;
}

// One black node is missing on the ways through `__node`, which may be a leaf, below `__parent`.
inline void __add_black(_Node __node, _Node __parent, _Node& __root) {
  while (__node != __root && __is_black(__node)) {
    const bool __is_left = __node == __parent->_M_left;
    _Node __sibling = __is_left ? __parent->_M_right : __parent->_M_left;
    if (__sibling->_M_color == _S_red) {
      __sibling->_M_color = _S_black;
      __parent->_M_color = _S_red;
      if (__is_left)
        __rotate_left(__parent, __root);
      else
        __rotate_right(__parent, __root);
      __sibling = __is_left ? __parent->_M_right : __parent->_M_left;
    }
    if (__is_black(__sibling->_M_left) && __is_black(__sibling->_M_right)) {
      __sibling->_M_color = _S_red;
      __node = __parent;
      __parent = __parent->_M_parent;
      continue;
    }
    if (__is_left) {
      if (__is_black(__sibling->_M_right)) {
        __sibling->_M_left->_M_color = _S_black;
        __sibling->_M_color = _S_red;
        __rotate_right(__sibling, __root);
        __sibling = __parent->_M_right;
      }
      __sibling->_M_color = __parent->_M_color;
      __parent->_M_color = _S_black;
      if (__sibling->_M_right != 0) __sibling->_M_right->_M_color = _S_black;
      __rotate_left(__parent, __root);
    } else {
      if (__is_black(__sibling->_M_left)) {
        __sibling->_M_right->_M_color = _S_black;
        __sibling->_M_color = _S_red;
        __rotate_left(__sibling, __root);
        __sibling = __parent->_M_left;
      }
      __sibling->_M_color = __parent->_M_color;
      __parent->_M_color = _S_black;
      if (__sibling->_M_left != 0) __sibling->_M_left->_M_color = _S_black;
      __rotate_right(__parent, __root);
    }
    break;
  }
  if (__node != 0) __node->_M_color = _S_black;
}

}  // namespace __selvage

inline _Rb_tree_node_base* _Rb_tree_increment(_Rb_tree_node_base* __node) throw() { return __selvage::__next(__node); }

inline const _Rb_tree_node_base* _Rb_tree_increment(const _Rb_tree_node_base* __node) throw() {
  return __selvage::__next(const_cast<_Rb_tree_node_base*>(__node));
}

inline _Rb_tree_node_base* _Rb_tree_decrement(_Rb_tree_node_base* __node) throw() {
  return __selvage::__previous(__node);
}

inline const _Rb_tree_node_base* _Rb_tree_decrement(const _Rb_tree_node_base* __node) throw() {
  return __selvage::__previous(const_cast<_Rb_tree_node_base*>(__node));
}

inline void _Rb_tree_insert_and_rebalance(const bool __is_left, _Rb_tree_node_base* __node,
                                          _Rb_tree_node_base* __parent, _Rb_tree_node_base& __header) throw() {
  _Rb_tree_node_base*& __root = __header._M_parent;
  __node->_M_parent = __parent;
  __node->_M_left = 0;
  __node->_M_right = 0;
  __node->_M_color = _S_red;
  if (__is_left) {
    __parent->_M_left = __node;  // of the header, where it is the first one of all: then it is the first node, too
    if (__parent == &__header) {
      __header._M_parent = __node;
      __header._M_right = __node;
    } else if (__parent == __header._M_left) {
      __header._M_left = __node;
    }
  } else {
    __parent->_M_right = __node;
    if (__parent == __header._M_right) __header._M_right = __node;
  }
  while (__node != __root && __node->_M_parent->_M_color == _S_red) {
    _Rb_tree_node_base* const __grandparent = __node->_M_parent->_M_parent;
    const bool __parent_is_left = __node->_M_parent == __grandparent->_M_left;
    _Rb_tree_node_base* const __uncle = __parent_is_left ? __grandparent->_M_right : __grandparent->_M_left;
    if (!__selvage::__is_black(__uncle)) {
      __node->_M_parent->_M_color = _S_black;
      __uncle->_M_color = _S_black;
      __grandparent->_M_color = _S_red;
      __node = __grandparent;
    } else if (__parent_is_left) {
      if (__node == __node->_M_parent->_M_right) {
        __node = __node->_M_parent;
        __selvage::__rotate_left(__node, __root);
      }
      __node->_M_parent->_M_color = _S_black;
      __grandparent->_M_color = _S_red;
      __selvage::__rotate_right(__grandparent, __root);
    } else {
      if (__node == __node->_M_parent->_M_left) {
        __node = __node->_M_parent;
        __selvage::__rotate_right(__node, __root);
      }
      __node->_M_parent->_M_color = _S_black;
      __grandparent->_M_color = _S_red;
      __selvage::__rotate_left(__grandparent, __root);
    }
  }
  __root->_M_color = _S_black;
}

// Returns the node, which is in no tree any more.
inline _Rb_tree_node_base* _Rb_tree_rebalance_for_erase(_Rb_tree_node_base* const __node,
                                                        _Rb_tree_node_base& __header) throw() {
  _Rb_tree_node_base*& __root = __header._M_parent;
  _Rb_tree_node_base* __below = 0;   // takes the place of the node that leaves its place
  _Rb_tree_node_base* __parent = 0;  // of that place
  bool __misses_black;
  if (__node->_M_left != 0 && __node->_M_right != 0) {
    // The next one takes its place.
    _Rb_tree_node_base* const __next = _Rb_tree_node_base::_S_minimum(__node->_M_right);
    __below = __next->_M_right;
    __misses_black = __next->_M_color == _S_black;
    if (__next == __node->_M_right) {
      __parent = __next;
    } else {
      __parent = __next->_M_parent;
      if (__below != 0) __below->_M_parent = __parent;
      __parent->_M_left = __below;
      __next->_M_right = __node->_M_right;
      __node->_M_right->_M_parent = __next;
    }
    __next->_M_left = __node->_M_left;
    __node->_M_left->_M_parent = __next;
    __selvage::__replace(__node, __next, __root);
    __next->_M_parent = __node->_M_parent;
    __next->_M_color = __node->_M_color;
  } else {
    __below = __node->_M_left != 0 ? __node->_M_left : __node->_M_right;
    __parent = __node->_M_parent;
    __misses_black = __node->_M_color == _S_black;
    if (__below != 0) __below->_M_parent = __parent;
    __selvage::__replace(__node, __below, __root);
    if (__header._M_left == __node)
      __header._M_left = __below == 0 ? __parent : _Rb_tree_node_base::_S_minimum(__below);
    if (__header._M_right == __node)
      __header._M_right = __below == 0 ? __parent : _Rb_tree_node_base::_S_maximum(__below);
  }
  if (__misses_black) __selvage::__add_black(__below, __parent, __root);
  return __node;
}

_GLIBCXX_END_NAMESPACE_VERSION
}  // namespace std _GLIBCXX_VISIBILITY(default)

#endif
