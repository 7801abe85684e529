package dev.medley.server.internal.cli.process;

import dev.medley.config.ServerSettings;
import dev.medley.server.internal.lifecycle.RunningServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a command running until the process is stopped by SIGTERM or SIGINT. A second signal ends the drain. The process ends
 * even if something does not: a mashup that never returns from {@code destroy()}, for instance.
 */
public final class Shutdown {

    /** What a stop takes beside the drain, at most, unless something is stuck. */
    private static final Duration BEYOND_DRAIN = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);
    private static final int STUCK = 1;
    /** A process that a signal has ended has 128 and the number of the signal as its status. */
    private static final int TERMINATED = 128 + 15;

    private static final int INTERRUPTED = 128 + 2;

    private final List<AutoCloseable> running;
    private final Supplier<Duration> bound;
    private final IntConsumer halt;
    private final Thread stop = new Thread(this::stop, "medley-stop");
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final AtomicBoolean asked = new AtomicBoolean();

    /**
     * Creates a shutdown.
     *
     * @param running closed one after another
     * @param bound returns the time for that, once it begins
     * @param halt ends the process at once, with a status
     */
    Shutdown(List<AutoCloseable> running, Supplier<Duration> bound, IntConsumer halt) {
        this.running = List.copyOf(running);
        this.bound = bound;
        this.halt = halt;
    }

    /** Never returns normally; on a signal closes {@code server}, then {@code others}, before the process ends. */
    public static void await(RunningServer server, AutoCloseable... others) throws InterruptedException {
        List<AutoCloseable> running = new ArrayList<>(List.of(server));
        running.addAll(List.of(others));
        await(running, () -> boundOf(server));
    }

    /** As above, without a server and its drain. */
    public static void awaitWithoutDrain(AutoCloseable running) throws InterruptedException {
        await(List.of(running), () -> BEYOND_DRAIN);
    }

    private static void await(List<AutoCloseable> running, Supplier<Duration> bound) throws InterruptedException {
        Shutdown shutdown = new Shutdown(running, bound, Runtime.getRuntime()::halt);
        Runtime.getRuntime().addShutdownHook(shutdown.stop);
        Signals.on("TERM", () -> shutdown.signalled(TERMINATED));
        Signals.on("INT", () -> shutdown.signalled(INTERRUPTED));
        new CountDownLatch(1).await();
    }

    private static Duration boundOf(RunningServer server) {
        ServerSettings settings = server.settings();
        return settings.drainDelay().plus(settings.drain()).plus(BEYOND_DRAIN);
    }

    private void signalled(int status) {
        if (asked.compareAndSet(false, true)) {
            System.exit(status);
        } else {
            LOG.info("a second signal: the drain ends now");
            stop.interrupt();
        }
    }

    /** Closes all, within the bound. */
    void stop() {
        Duration within = bound.get();
        Thread watchdog = new Thread(() -> haltAfter(within), "medley-stop-watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
        for (AutoCloseable each : running) {
            try {
                each.close();
            } catch (Exception x) {
                LOG.warn("{} did not stop cleanly", each.getClass().getSimpleName(), x);
            }
        }
        stopped.countDown();
    }

    private void haltAfter(Duration within) {
        try {
            if (!stopped.await(within.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.error("the server has not stopped within {} ms and is halted", within.toMillis());
                halt.accept(STUCK);
            }
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }
}
