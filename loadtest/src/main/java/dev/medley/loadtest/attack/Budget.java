package dev.medley.loadtest.attack;

/** The bytes that an attacker may still send. Used by one thread. */
final class Budget {

    private long left;

    Budget(long bytes) {
        left = bytes;
    }

    /** Returns whether so many bytes were left, and takes them; what does not fit any more ends the budget. */
    boolean take(int bytes) {
        boolean fits = bytes <= left;
        left = fits ? left - bytes : 0;
        return fits;
    }

    boolean isSpent() {
        return left == 0;
    }
}
