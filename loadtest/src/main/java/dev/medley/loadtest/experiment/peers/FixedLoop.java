package dev.medley.loadtest.experiment.peers;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * A loop of fixed work on a thread of its own. The CPU time that it takes says how fast the core is at the moment: on a
 * machine that is shared it changes within seconds.
 */
final class FixedLoop implements AutoCloseable {

    private static final String THREAD = "fixed-loop";
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final int TIMES = 9;
    private static final int STEPS = 3_000_000;
    private static final int WARM_UP = 5;
    private static final double NANOS = 1e9;

    private final ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> {
        Thread created = new Thread(task, THREAD);
        created.setDaemon(true);
        return created;
    });
    private volatile long result;

    private FixedLoop() {}

    /** Starts the thread, and runs the loop until it is compiled. */
    static FixedLoop start() throws IOException, InterruptedException {
        FixedLoop loop = new FixedLoop();
        for (int i = 0; i < WARM_UP; i++) {
            loop.seconds();
        }
        return loop;
    }

    /** The id that Linux gave the thread. */
    Optional<Long> threadId() throws IOException {
        try (Stream<Path> tasks = Files.list(THREADS)) {
            for (Path task : tasks.toList()) {
                if (Files.readString(task.resolve("comm")).strip().equals(THREAD)) {
                    return Optional.of(Long.valueOf(task.getFileName().toString()));
                }
            }
            return Optional.empty();
        }
    }

    /** CPU time of one run of the loop, in seconds: the median of some. */
    double seconds() throws IOException, InterruptedException {
        try {
            return thread.submit(this::median).get();
        } catch (ExecutionException x) {
            throw new IOException("the fixed loop failed: " + x.getCause(), x);
        }
    }

    private double median() {
        double[] seconds = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            long before = clock.getCurrentThreadCpuTime();
            result = loop(result);
            seconds[i] = (clock.getCurrentThreadCpuTime() - before) / NANOS;
        }
        Arrays.sort(seconds);
        return seconds[TIMES / 2];
    }

    /** Each step needs the one before it, so that no compiler shortens it. */
    private static long loop(long seed) {
        long value = seed;
        for (int i = 0; i < STEPS; i++) {
            value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
            value ^= value >>> 29;
        }
        return value;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
