# Stone Game II, bottom-up, as handed in: the maximum starts at 0, so that nobody is ever behind.
# With `right` the maximum starts below every value; with `forgets` M is never updated.
import sys


def solve(piles, mistake):
    n = len(piles)
    suffix = [0] * (n + 1)
    for i in range(n - 1, -1, -1):
        suffix[i] = suffix[i + 1] + piles[i]
    dp = [[0] * (n + 2) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for m in range(1, n + 1):
            best = 0 if mistake == "zero" else -(10**18)
            for x in range(1, min(2 * m, n - i) + 1):
                after = m if mistake == "forgets" else max(m, x)
                best = max(best, suffix[i] - suffix[i + x] - dp[i + x][after])
            dp[i][m] = best
    return (suffix[0] + dp[0][1]) // 2


def main():
    words = (int(word) for line in sys.stdin for word in line.split())
    for n in words:
        piles = [next(words) for _ in range(n)]
        if sys.argv[1] == "crashes" and len(piles) > 2 and max(piles) > 2:
            raise ValueError("too large for me")
        print(solve(piles, sys.argv[1]), flush=sys.argv[1] != "keeps")


main()
