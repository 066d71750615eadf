"""Strongly connected components (Tarjan 1972), without recursion: state spaces are deeper than Python's stack."""


def strongly_connected(edges):
    """`edges` has for each node a list of (label, node). Returns lists of nodes."""
    count = len(edges)
    number, low = [0] * count, [0] * count
    on_stack = bytearray(count)
    stack, components, clock = [], [], 1
    for root in range(count):
        if number[root]:
            continue
        number[root] = low[root] = clock
        clock += 1
        stack.append(root)
        on_stack[root] = 1
        work = [(root, iter(edges[root]))]
        while work:
            node, rest = work[-1]
            for _, to in rest:
                if not number[to]:
                    number[to] = low[to] = clock
                    clock += 1
                    stack.append(to)
                    on_stack[to] = 1
                    work.append((to, iter(edges[to])))
                    break
                if on_stack[to] and number[to] < low[node]:
                    low[node] = number[to]
            else:
                work.pop()
                if work and low[node] < low[work[-1][0]]:
                    low[work[-1][0]] = low[node]
                if low[node] == number[node]:
                    component = []
                    while True:
                        member = stack.pop()
                        on_stack[member] = 0
                        component.append(member)
                        if member == node:
                            break
                    components.append(component)
    return components
