package dev.medley.server.cli;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Running until the process is told to stop, by SIGTERM or SIGINT. */
final class Stop {

    private static final Logger LOG = LoggerFactory.getLogger(Stop.class);

    private Stop() {}

    /** Waits for good; when the process is told to stop, closes {@code running} one after another before it ends. */
    static void runUntilTold(AutoCloseable... running) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAll(List.of(running)), "medley-stop"));
        new CountDownLatch(1).await();
    }

    private static void closeAll(List<AutoCloseable> running) {
        for (AutoCloseable each : running) {
            try {
                each.close();
            } catch (Exception x) {
                LOG.warn("{} did not stop in order", each, x);
            }
        }
    }
}
