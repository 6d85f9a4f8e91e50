import java.util.Scanner;

/** Stone Game II, bottom-up, as handed in: the maximum starts at 0, so that nobody is ever behind. */
public class Main {
    static int stoneGameII(int[] piles) {
        int n = piles.length;
        int[] suffix = new int[n + 1];
        for (int i = n - 1; i >= 0; i--) {
            suffix[i] = suffix[i + 1] + piles[i];
        }
        int[][] dp = new int[n + 1][n + 1];
        for (int i = n - 1; i >= 0; i--) {
            for (int m = 1; m <= n; m++) {
                int best = 0;
                for (int x = 1; x <= 2 * m && i + x <= n; x++) {
                    best = Math.max(best, suffix[i] - suffix[i + x] - dp[i + x][Math.max(m, x)]);
                }
                dp[i][m] = best;
            }
        }
        return (suffix[0] + dp[0][1]) / 2;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextInt()) {
            int[] piles = new int[in.nextInt()];
            for (int k = 0; k < piles.length; k++) {
                piles[k] = in.nextInt();
            }
            System.out.println(stoneGameII(piles));
        }
    }
}
