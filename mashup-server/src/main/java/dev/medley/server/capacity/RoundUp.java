package dev.medley.server.capacity;

/** Makes of a number that is needed one that people would set. */
final class RoundUp {

    private static final int DIGITS_KEPT = 100;
    private static final int TEN = 10;
    private static final long HEAP_STEP_MIB = 256;
    private static final long MIB = 1 << 20;
    private static final long MIB_PER_GIB = 1024;

    private RoundUp() {}

    /** To two digits and zeros: 19,800 becomes 20,000. */
    static long count(long needed) {
        long step = 1;
        while (needed / step >= DIGITS_KEPT) {
            step *= TEN;
        }
        return (needed + step - 1) / step * step;
    }

    /** As {@code -Xmx} has it, in steps of 256 MiB: {@code -Xmx1280m}, {@code -Xmx2g}. */
    static String maxHeap(double bytes) {
        long steps = (long) Math.ceil(bytes / MIB / HEAP_STEP_MIB);
        long mib = steps * HEAP_STEP_MIB;
        return mib % MIB_PER_GIB == 0 ? "-Xmx" + mib / MIB_PER_GIB + "g" : "-Xmx" + mib + "m";
    }
}
