"""Right answers to problems, as their statements ask for them: `problems.py 1406` reads cases and answers each at once. A second word makes a mistake."""
import sys
from functools import lru_cache

sys.setrecursionlimit(100_000)


def row(piles):
    """The lead of who moves first when piles are taken from either end."""
    @lru_cache(None)
    def lead(i, j):
        return 0 if i > j else max(piles[i] - lead(i + 1, j), piles[j] - lead(i, j - 1))
    return lead(0, len(piles) - 1)


def p877(piles):
    return row(piles) > 0


def p486(piles):
    return row(piles) >= 0


def p1140(piles):
    @lru_cache(None)
    def most(i, m):
        return 0 if i >= len(piles) else max(sum(piles[i:]) - most(i + x, max(m, x)) for x in range(1, 2 * m + 1) if i + x <= len(piles))
    return most(0, 1)


def p1406(values):
    @lru_cache(None)
    def lead(i):
        return 0 if i >= len(values) else max(sum(values[i:i + x]) - lead(i + x) for x in (1, 2, 3) if i + x <= len(values))
    return "Alice" if lead(0) > 0 else "Bob" if lead(0) < 0 else "Tie"


def p1690(stones):
    @lru_cache(None)
    def lead(i, j):
        return 0 if i >= j else max(sum(stones[i + 1:j + 1]) - lead(i + 1, j), sum(stones[i:j]) - lead(i, j - 1))
    return lead(0, len(stones) - 1)


def p1686(alice, bob):
    order = sorted(range(len(alice)), key=lambda i: -alice[i] - bob[i])
    lead = sum(alice[i] for i in order[::2]) - sum(bob[i] for i in order[1::2])
    return (lead > 0) - (lead < 0)


def p464(largest, total):
    if total <= 0:
        return True
    if largest * (largest + 1) // 2 < total:
        return False

    @lru_cache(None)
    def wins(used, left):
        return any(not used >> k & 1 and (k >= left or not wins(used | 1 << k, left - k)) for k in range(1, largest + 1))
    return wins(0, total)


def p375(n):
    @lru_cache(None)
    def cost(lo, hi):
        return 0 if lo >= hi else min(x + max(cost(lo, x - 1), cost(x + 1, hi)) for x in range(lo, hi + 1))
    return cost(1, n)


def p1025(n):
    return n % 2 == 0


def p1510(n):
    wins = [False] * (n + 1)
    for k in range(1, n + 1):
        wins[k] = any(not wins[k - x * x] for x in range(1, k + 1) if x * x <= k)
    return wins[n]


def p292(n):
    return n % 4 != 0


def p1908(piles):
    total = 0
    for pile in piles:
        total ^= pile
    return total != 0


def p294(state):
    @lru_cache(None)
    def wins(state):
        return any(state[i:i + 2] == "++" and not wins(state[:i] + "--" + state[i + 2:]) for i in range(len(state) - 1))
    return wins(state)


def p913(graph):
    """Backwards from the ends, by counting moves: 1 the mouse, 2 the cat, 0 a draw."""
    n = len(graph)
    result, left, known = {}, {}, []
    for m in range(n):
        for c in range(1, n):
            left[m, c, 1], left[m, c, 2] = len(graph[m]), sum(w != 0 for w in graph[c])
            for turn in (1, 2):
                if m == 0 or m == c:
                    result[m, c, turn] = 1 if m == 0 else 2
                    known.append((m, c, turn))
    while known:
        m, c, turn = known.pop()
        other, won = 3 - turn, result[m, c, turn]
        before = [(v, c, other) for v in graph[m]] if other == 1 else [(m, v, other) for v in graph[c] if v != 0]
        for at in before:
            left[at] -= 1
            if at not in result and (won == other or left[at] == 0):
                result[at] = won
                known.append(at)
    return result.get((1, 2, 1), 0)


LISTS = {"877", "486", "1140", "1406", "1690", "1908"}


def answers(number):
    lines = (line.strip() for line in sys.stdin)
    for line in lines:
        solve = globals()["p" + number]
        if number in LISTS:
            yield solve(tuple(map(int, next(lines).split())))
        elif number == "1686":
            alice = tuple(map(int, next(lines).split()))
            next(lines)
            yield solve(alice, tuple(map(int, next(lines).split())))
        elif number == "464":
            yield solve(int(line), int(next(lines)))
        elif number == "294":
            yield solve(line)
        elif number == "913":
            yield solve([[int(word) for word in next(lines).split()[1:]] for _ in range(int(line))])
        else:
            yield solve(int(line))


mistaken = len(sys.argv) > 2
for count, answer in enumerate(answers(sys.argv[1])):
    if mistaken and count > 20:
        answer = {True: False, False: True, "Alice": "Bob", "Bob": "Alice", "Tie": "Bob"}.get(answer, 0) if not isinstance(answer, int) or isinstance(answer, bool) else answer + 1
    print(str(answer).lower() if isinstance(answer, bool) else answer, flush=True)
