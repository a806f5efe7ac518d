public final class Solution {
    private Solution() {}

    /** Returns in how many ways n stairs can be climbed by steps of one or two. */
    public static long climbStairs(long n) {
        long before = 0;
        long ways = 1;
        for (long stair = 1; stair <= n; stair++) {
            long following = Math.addExact(before, ways);
            before = ways;
            ways = following;
        }
        return ways;
    }
}
