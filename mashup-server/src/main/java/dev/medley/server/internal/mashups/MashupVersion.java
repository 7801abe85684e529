package dev.medley.server.internal.mashups;

import dev.medley.json.internal.MapperCaches;
import dev.medley.servlet.internal.MashupSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The mashups that a server has between two reloads that replace them: their servlet context and their class loaders. Requests
 * hold it from their arrival to their end; so does the server while it is current. Thread-safe.
 */
final class MashupVersion {

    private static final Logger LOG = LoggerFactory.getLogger(MashupVersion.class);

    private final OpenMashups mashups;
    private final MashupSet set;
    private final ServletContextHandler context;
    /** The requests that hold it, and one more while it is current. Once 0 it stays 0: it is about to be destroyed. */
    private final AtomicLong holds = new AtomicLong(1);

    private final AtomicBoolean destroyed = new AtomicBoolean();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private volatile Runnable unused = () -> {};

    MashupVersion(OpenMashups mashups, MashupSet set, ServletContextHandler context) {
        this.mashups = mashups;
        this.set = set;
        this.context = context;
    }

    OpenMashups mashups() {
        return mashups;
    }

    MashupSet set() {
        return set;
    }

    ServletContextHandler context() {
        return context;
    }

    /** Holds it for a request, for which {@link #leave} must follow; false if it has been replaced and is not used any more. */
    boolean enter() {
        for (long now = holds.get(); now > 0; now = holds.get()) {
            if (holds.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Gives the hold of a request back. */
    void leave() {
        if (holds.decrementAndGet() == 0) {
            unused.run();
        }
    }

    /** Gives the hold of the server back. {@code unused} is called by the thread that gives the last one back. */
    void retire(Runnable unused) {
        this.unused = unused;
        leave();
    }

    /** Returns the requests that hold it, once the server does not. */
    long requests() {
        return holds.get();
    }

    /** Destroys the mashups and filters, once. Blocks as long as they do, also while another thread is at it. */
    void destroy() {
        if (destroyed.compareAndSet(false, true)) {
            try {
                context.stop();
            } catch (Exception | Error x) {
                // Such as an AssertionError of a filter. Others wait, and what follows must take place.
                LOG.warn("the mashups did not stop cleanly", x);
            } finally {
                stopped.countDown();
            }
            return;
        }
        try {
            stopped.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    /** {@linkplain #destroy() Destroys} them, and lets their classes go. */
    void end() {
        destroy();
        letClassesGo();
    }

    /** Any number of times; calls no code of mashups. A stop of the server waits for a thread that is at it. */
    private synchronized void letClassesGo() {
        // An idle connection of a client keeps Jetty's context of its last request, which must not keep the classes.
        context.setServletHandler(new ServletHandler());
        context.clearAttributes();
        context.getServletContext().removeAttribute(MashupSet.class.getName());
        mashups.close();
        MapperCaches.clear();
    }
}
