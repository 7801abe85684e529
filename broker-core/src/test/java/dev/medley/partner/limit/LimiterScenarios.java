package dev.medley.partner.limit;

import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;

/** The program of {@link LimiterLincheckTest}: scenarios of operations of a limiter, made and checked by Lincheck. */
public final class LimiterScenarios {

    private static final int THREADS = 3;
    private static final int SCENARIOS = 10;
    private static final int RUNS_OF_EACH = 200;

    private LimiterScenarios() {}

    /** Exits with 1, and prints the scenario, if no order of the operations explains what a run saw. */
    public static void main(String[] arguments) {
        try {
            new StressOptions()
                    .iterations(SCENARIOS)
                    .invocationsPerIteration(RUNS_OF_EACH)
                    .threads(THREADS)
                    .actorsPerThread(4)
                    .check(Clients.class);
        } catch (Throwable found) {
            found.printStackTrace();
            // Threads of Lincheck may be left.
            System.exit(1);
        }
        System.exit(0);
    }

    /** The clients of one limiter, one for each thread of a scenario. Each operation calls the limiter once. */
    public static final class Clients {

        private final Limiter limiter = new Limiter(Runnable::run, 2, 1);
        /** Those of the threads, which begin with 1, and of the one before them and after them. */
        private final Client[] clients = new Client[THREADS + 2];

        /** For Lincheck, before each run of a scenario. */
        public Clients() {
            for (int i = 0; i < clients.length; i++) {
                clients[i] = new Client();
            }
        }

        /** Asks for a permit, unless the thread waits for one. */
        @Operation
        public String acquire(@Param(gen = ThreadIdGen.class) int thread) {
            Client client = clients[thread];
            if (client.waiter != null) {
                return "waits";
            }
            Waiter waiter = new Quiet();
            Limiter.Entry entry = limiter.acquire(waiter);
            client.held += entry == Limiter.Entry.ADMITTED ? 1 : 0;
            client.waiter = entry == Limiter.Entry.QUEUED ? waiter : null;
            return entry.name();
        }

        /** Asks for a permit at once. */
        @Operation
        public boolean tryAcquire(@Param(gen = ThreadIdGen.class) int thread) {
            boolean admitted = limiter.tryAcquire();
            clients[thread].held += admitted ? 1 : 0;
            return admitted;
        }

        /** Stops waiting: with a permit, if the waiter is not in the queue any more. */
        @Operation
        public String leave(@Param(gen = ThreadIdGen.class) int thread) {
            Client client = clients[thread];
            Waiter waiter = client.waiter;
            if (waiter == null) {
                return "does not wait";
            }
            client.waiter = null;
            if (limiter.cancel(waiter)) {
                return "left";
            }
            client.held++;
            return "admitted";
        }

        /** Gives a permit back that the thread holds. */
        @Operation
        public boolean release(@Param(gen = ThreadIdGen.class) int thread) {
            Client client = clients[thread];
            if (client.held == 0) {
                return false;
            }
            client.held--;
            limiter.release();
            return true;
        }

        /** Changes the limit. */
        @Operation
        public void setLimit(@Param(gen = IntGen.class, conf = "1:3") int limit) {
            limiter.setLimit(limit);
        }

        /** Reads the permits in use. */
        @Operation
        public int used() {
            return limiter.used();
        }

        /** Reads the waiters. */
        @Operation
        public int queued() {
            return limiter.queued();
        }

        /** When all operations have ended, each permit in use has a holder. */
        @Validate
        public void eachPermitHasAHolder() {
            int held = 0;
            for (Client client : clients) {
                held += client.held + (client.waiter == null || client.waiter.queued ? 0 : 1);
            }
            if (limiter.used() != held) {
                throw new IllegalStateException(limiter.used() + " permits are in use, and " + held + " are held");
            }
        }
    }

    /** What one thread has; only its own operations change it. */
    private static final class Client {

        private int held;
        private @Nullable Waiter waiter;
    }

    /** A waiter that is looked at and not called. */
    private static final class Quiet extends Waiter {

        @Override
        protected void onAdmitted() {}

        @Override
        protected void onDropped(Drop cause) {}
    }
}
