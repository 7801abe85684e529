package dev.medley.war;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures Tomcat's log, the only place with the reason why an application does not start. */
final class TomcatLog extends Handler implements AutoCloseable {

    private static final Logger ROOT = Logger.getLogger("org.apache.catalina");

    private final List<String> messages = new CopyOnWriteArrayList<>();

    TomcatLog() {
        ROOT.addHandler(this);
    }

    /** Returns the messages of all exceptions. */
    String messages() {
        return String.join("\n", messages);
    }

    @Override
    public void publish(LogRecord line) {
        for (Throwable thrown = line.getThrown(); thrown != null; thrown = thrown.getCause()) {
            messages.add(String.valueOf(thrown.getMessage()));
        }
    }

    @Override
    public void flush() {
        // Nothing is buffered.
    }

    @Override
    public void close() {
        ROOT.removeHandler(this);
    }
}
