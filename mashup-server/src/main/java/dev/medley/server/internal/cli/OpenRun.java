package dev.medley.server.internal.cli;

import dev.medley.server.internal.cli.process.QuietLog;
import dev.medley.server.internal.trial.RunServer;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/** A server for one run, which is closed at the end of the command, or of the process if a signal ends that before. */
final class OpenRun implements AutoCloseable {

    private final QuietLog log;
    private final RunServer server;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread atExit = new Thread(this::closeServer, "medley-stop");

    private OpenRun(QuietLog log, RunServer server) {
        this.log = log;
        this.server = server;
    }

    /** Starts a server. */
    static OpenRun of(Callable<RunServer> start) throws Exception {
        QuietLog log = new QuietLog();
        try {
            OpenRun open = new OpenRun(log, start.call());
            Runtime.getRuntime().addShutdownHook(open.atExit);
            return open;
        } catch (Exception | Error x) {
            log.close();
            throw x;
        }
    }

    RunServer server() {
        return server;
    }

    private void closeServer() {
        if (closed.compareAndSet(false, true)) {
            server.close();
        }
    }

    @Override
    public void close() {
        closeServer();
        log.close();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException x) {
            // The process ends, and its hooks are not to be removed any more: this one finds nothing to do.
        }
    }
}
