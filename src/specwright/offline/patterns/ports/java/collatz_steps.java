public final class Solution {
    private Solution() {}

    /** Returns how many steps the Collatz sequence takes from the positive n to 1. */
    public static long collatzSteps(long n) {
        if (n < 1) {
            throw new IllegalArgumentException("the sequence starts with a positive number");
        }
        long current = n;
        long steps = 0;
        while (current != 1) {
            current = current % 2 == 0 ? current / 2 : Math.addExact(Math.multiplyExact(3, current), 1);
            steps++;
        }
        return steps;
    }
}
