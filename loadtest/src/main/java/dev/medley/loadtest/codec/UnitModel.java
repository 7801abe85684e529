package dev.medley.loadtest.codec;

import java.util.Locale;

/** A way to run many units at once. */
interface UnitModel {

    /** The models, by the names of commands. */
    enum Kind {
        OPERATION {
            @Override
            UnitModel create() {
                return new OperationModel();
            }
        },
        FIBER {
            @Override
            UnitModel create() {
                return new FiberModel();
            }
        },
        VIRTUAL {
            @Override
            UnitModel create() {
                return new VirtualModel();
            }
        },
        PLATFORM {
            @Override
            UnitModel create() {
                return new PlatformModel();
            }
        };

        abstract UnitModel create();

        /**
         * Returns the model of a name.
         *
         * @throws IllegalArgumentException if there is none
         */
        static Kind named(String name) {
            for (Kind kind : values()) {
                if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                    return kind;
                }
            }
            throw new IllegalArgumentException(
                    "the model is %s; expected operation, fiber, virtual or platform".formatted(name));
        }
    }

    /**
     * Runs all units: they are queued, then the time starts, then the threads do. Returns when all have ended, or those that are left
     * cannot.
     *
     * @param threads that run them
     * @throws OutOfMemoryError if a thread cannot be started
     */
    void run(Units units, int threads) throws InterruptedException;

    /**
     * Begins units and stops all of them between two slices, as far as the model can stop them; else they are queued. What they take
     * is reachable until the result is released.
     */
    Held hold(Units units) throws InterruptedException;

    /** Units that wait. */
    interface Held {

        /** Lets them end. */
        void release() throws InterruptedException;
    }
}
