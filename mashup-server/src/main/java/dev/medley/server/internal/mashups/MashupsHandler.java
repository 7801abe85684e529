package dev.medley.server.internal.mashups;

import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes each request to the mashups that are current when it arrives, and destroys those that a reload has replaced after the
 * last of their requests. Thread-safe.
 */
public final class MashupsHandler extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(MashupsHandler.class);

    private final Clock clock;
    private final Set<MashupVersion> replaced = ConcurrentHashMap.newKeySet();
    private volatile MashupVersion current;

    MashupsHandler(MashupVersion first, Clock clock) {
        current = first;
        this.clock = clock;
    }

    MashupVersion current() {
        return current;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        MashupVersion version = enterCurrent();
        Leaving leaving = new Leaving(callback, version);
        boolean handled;
        try {
            handled = version.context().handle(request, response, leaving);
        } catch (Throwable x) {
            Response.writeError(request, response, leaving, x);
            return true;
        }
        if (!handled) {
            version.leave();
        }
        return handled;
    }

    private MashupVersion enterCurrent() {
        while (true) {
            MashupVersion version = current;
            // It fails for one that has been replaced since.
            if (version.enter()) {
                return version;
            }
        }
    }

    /**
     * Gives the hold of a request back at its end, once: a handler may fail after it has ended the request, which Jetty
     * tolerates.
     */
    private static final class Leaving extends Callback.Nested {

        private static final AtomicIntegerFieldUpdater<Leaving> LEFT =
                AtomicIntegerFieldUpdater.newUpdater(Leaving.class, "left");

        private final MashupVersion version;
        /** 1 once it has been given back. */
        @SuppressWarnings("UnusedVariable") // Read by its updater.
        private volatile int left;

        Leaving(Callback callback, MashupVersion version) {
            super(callback);
            this.version = version;
        }

        @Override
        public void succeeded() {
            try {
                super.succeeded();
            } finally {
                leave();
            }
        }

        @Override
        public void failed(Throwable failure) {
            try {
                super.failed(failure);
            } finally {
                leave();
            }
        }

        private void leave() {
            if (LEFT.compareAndSet(this, 0, 1)) {
                version.leave();
            }
        }
    }

    /** Initializes mashups that are to be current. */
    void start(MashupVersion version) throws Exception {
        version.context().setServer(getServer());
        version.context().start();
    }

    /**
     * Makes {@code next} current, which has been started, and destroys its predecessor once no request holds it.
     *
     * @param patience destroys it thereafter in any case
     */
    void replace(MashupVersion next, Duration patience) {
        MashupVersion before = current;
        replaced.add(before);
        current = next;
        Clock.ScheduledTask late = clock.schedule(patience.toNanos(), () -> {
            LOG.warn(
                    "{} requests have not ended within {} ms after their mashups were replaced; these mashups are"
                            + " destroyed now",
                    before.requests(),
                    patience.toMillis());
            endLater(before);
        });
        before.retire(() -> {
            late.cancel();
            endLater(before);
        });
    }

    /** By a thread of its own, which mashups may block: the caller's is of the pool, or the one that reloads. */
    private void endLater(MashupVersion version) {
        Thread thread = new Thread(() -> end(version), "medley-retired-mashups");
        thread.setDaemon(true);
        thread.start();
    }

    private void end(MashupVersion version) {
        version.end();
        replaced.remove(version);
    }

    @Override
    protected void doStart() throws Exception {
        start(current);
        super.doStart();
    }

    /** Destroys all mashups. */
    @Override
    protected void doStop() throws Exception {
        super.doStop();
        // Its classes are needed until the broker is closed, too.
        current.destroy();
        replaced.forEach(this::end);
    }
}
