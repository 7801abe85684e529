package dev.medley.loadtest.attack;

import dev.medley.loadtest.experiment.server.ProcessFacts;

/** Looks at a server twice a second until it is closed, and keeps the largest figures. */
final class ServerWatch implements AutoCloseable {

    private static final long BETWEEN_LOOKS = 500;

    private final AttackServer server;
    private final Thread thread = new Thread(this::look, "server-watch");
    private final long begin = System.nanoTime();
    private final double cpuBefore;
    private volatile Footprint most = Footprint.UNKNOWN;

    private ServerWatch(AttackServer server) {
        this.server = server;
        cpuBefore = server.facts().cpuSeconds();
    }

    static ServerWatch start(AttackServer server) {
        ServerWatch watch = new ServerWatch(server);
        watch.thread.setDaemon(true);
        watch.thread.start();
        return watch;
    }

    /** The largest of each figure so far. */
    Footprint most() {
        return most;
    }

    /** CPU time of the server since the start, in percent of one processor. */
    double cpuPercent() {
        double seconds = (System.nanoTime() - begin) / 1e9;
        return (server.facts().cpuSeconds() - cpuBefore) / seconds * 100;
    }

    private void look() {
        try {
            boolean odd = false;
            while (true) {
                ProcessFacts facts = server.facts();
                most = most.most(Footprint.of(facts));
                // Each costs the server some milliseconds.
                most = odd
                        ? most.most(
                                Footprint.UNKNOWN.reported(server.admin().directMegabytes(), Double.NaN, Double.NaN))
                        : most.most(Footprint.UNKNOWN.reported(
                                Double.NaN, server.admin().inFlight(), Double.NaN));
                odd = !odd;
                Thread.sleep(BETWEEN_LOOKS);
            }
        } catch (InterruptedException x) {
            // It is closed.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
