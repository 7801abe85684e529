package dev.medley.server.cli;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a command running until the process is stopped by SIGTERM or SIGINT. */
final class Shutdown {

    private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

    private Shutdown() {}

    /** Never returns normally; on a signal closes {@code running}, one after another, before the process ends. */
    static void await(AutoCloseable... running) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAll(List.of(running)), "medley-stop"));
        new CountDownLatch(1).await();
    }

    private static void closeAll(List<AutoCloseable> running) {
        for (AutoCloseable each : running) {
            try {
                each.close();
            } catch (Exception x) {
                LOG.warn("{} did not stop cleanly", each.getClass().getSimpleName(), x);
            }
        }
    }
}
