package dev.medley.war;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Listens to Tomcat's log, which is the only place where it says why an application does not start. */
final class TomcatLog extends Handler implements AutoCloseable {

    private static final Logger ROOT = Logger.getLogger("org.apache.catalina");

    private final List<String> told = new CopyOnWriteArrayList<>();

    TomcatLog() {
        ROOT.addHandler(this);
    }

    /** The messages of all that was thrown. */
    String told() {
        return String.join("\n", told);
    }

    @Override
    public void publish(LogRecord line) {
        for (Throwable thrown = line.getThrown(); thrown != null; thrown = thrown.getCause()) {
            told.add(String.valueOf(thrown.getMessage()));
        }
    }

    @Override
    public void flush() {
        // Nothing is held back.
    }

    @Override
    public void close() {
        ROOT.removeHandler(this);
    }
}
