// Lists and trees with the functions of src/instrument/include/bits, compared with sorted vectors; no test of anything threaded.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <random>
#include <set>
#include <vector>

namespace {

constexpr int kSeeds = 1000, kSteps = 120, kValues = 40;

void expect(bool holds, int seed, const char* what) {
  if (holds) return;
  std::printf("seed %d: %s\n", seed, what);
  std::exit(1);
}

// The number of black nodes on every way down; 0: the rules of red-black trees do not hold.
int black_height(const std::_Rb_tree_node_base* node) {
  if (node == nullptr) return 1;
  for (const auto* child : {node->_M_left, node->_M_right}) {
    if (child == nullptr) continue;
    if (child->_M_parent != node) return 0;
    if (node->_M_color == std::_S_red && child->_M_color == std::_S_red) return 0;
  }
  int left = black_height(node->_M_left);
  if (left == 0 || left != black_height(node->_M_right)) return 0;
  return left + (node->_M_color == std::_S_black ? 1 : 0);
}

bool is_balanced(const std::set<int>& set) {
  const auto* root = set.end()._M_node->_M_parent;
  return root == nullptr || (root->_M_color == std::_S_black && black_height(root) != 0);
}

template <typename Container>
bool is_same(const Container& container, const std::vector<int>& values) {
  return std::equal(container.begin(), container.end(), values.begin(), values.end()) &&
         std::equal(container.rbegin(), container.rend(), values.rbegin(), values.rend());
}

void change_tree(std::mt19937& random, int bias, std::set<int>& set, std::vector<int>& values) {
  int value = static_cast<int>(random() % kValues);
  auto place = std::lower_bound(values.begin(), values.end(), value);
  if (static_cast<int>(random() % 5) < bias) {
    if (set.insert(value).second) values.insert(place, value);
  } else if (set.erase(value) == 1) {
    values.erase(place);
  }
}

void splice(std::mt19937& random, std::list<int>& list, std::vector<int>& values) {
  std::list<int> other(random() % 3, 7);
  std::vector<int> other_values(other.begin(), other.end());
  if (random() % 2 != 0) {
    list.swap(other);
    values.swap(other_values);
  }
  auto distance = static_cast<std::ptrdiff_t>(list.empty() ? 0 : random() % list.size());
  list.splice(std::next(list.begin(), distance), other);
  values.insert(values.begin() + distance, other_values.begin(), other_values.end());
}

void change_list(std::mt19937& random, std::list<int>& list, std::vector<int>& values) {
  int value = static_cast<int>(random() % kValues);
  switch (random() % 6) {
    case 0:
      list.push_back(value);
      values.push_back(value);
      break;
    case 1:
      list.push_front(value);
      values.insert(values.begin(), value);
      break;
    case 2:
      if (list.empty()) break;
      list.pop_front();
      values.erase(values.begin());
      break;
    case 3:
      list.reverse();
      std::reverse(values.begin(), values.end());
      break;
    case 4:
      list.sort();
      std::sort(values.begin(), values.end());
      break;
    default:
      splice(random, list, values);
  }
}

}  // namespace

int main() {
  for (int seed = 0; seed < kSeeds; seed++) {
    std::mt19937 random(static_cast<unsigned>(seed));
    std::set<int> set;
    std::list<int> list;
    std::vector<int> set_values, list_values;
    for (int step = 0; step < kSteps; step++) {
      change_tree(random, 2 + seed % 2, set, set_values);
      expect(is_same(set, set_values), seed, "a tree has other values");
      expect(is_balanced(set), seed, "a tree is out of balance");
      change_list(random, list, list_values);
      expect(is_same(list, list_values), seed, "a list has other values");
    }
  }
  return 0;
}
