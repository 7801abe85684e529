package dev.medley.loadtest.driver;

import java.util.concurrent.locks.LockSupport;

/** Time as the driver sees it; another one is for tests. */
interface Pace {

    /** The time of the machine. */
    Pace REAL = new Pace() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void pause(long nanos) {
            LockSupport.parkNanos(nanos);
        }
    };

    /** As {@link System#nanoTime()}. */
    long nanoTime();

    /** Lets the calling thread wait for about that long; less if it is interrupted or unparked. */
    void pause(long nanos);
}
