package dev.medley.server.internal.mashups;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.MashupOptions;
import dev.medley.context.RequestIds;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.MashupSet;
import dev.medley.thread.internal.Clock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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
 * The mashups of a server. Passes each request to those that are current when it arrives. A reload replaces them, by one thread at
 * a time; they are destroyed after the last of their requests. Thread-safe otherwise.
 */
public final class Mashups extends Handler.Abstract {

    private static final Logger LOG = LoggerFactory.getLogger(Mashups.class);

    private final MashupRuntime runtime;
    private final RequestIds ids;
    private final MashupSource source;
    private final IncompleteReplies incomplete = new IncompleteReplies();
    private final Set<MashupVersion> replaced = ConcurrentHashMap.newKeySet();
    private volatile MashupVersion current;

    /**
     * Creates the mashups of a server.
     *
     * @param source has opened the first, and opens others for a reload
     */
    public Mashups(OpenMashups first, MashupRuntime runtime, RequestIds ids, MashupSource source) {
        this.runtime = runtime;
        this.ids = ids;
        this.source = source;
        current = version(first, runtime.mashups());
    }

    private MashupVersion version(OpenMashups mashups, MashupSet set) {
        return new MashupVersion(mashups, set, MashupContext.of(set, mashups, ids, incomplete));
    }

    /** Returns the handler of requests for the mashups, by which they are started and stopped. */
    public Handler handler() {
        // Without a count of requests where nothing comes after them.
        return source.isReplaceable() ? this : current.context();
    }

    /** Returns the paths, or templates, of the current mashups. */
    public List<String> paths() {
        return current.mashups().paths();
    }

    /** Returns the declared mashups that are served. */
    public DeclaredMashups declared() {
        return current.mashups().declared();
    }

    /** Returns whether scripts are served. */
    public boolean hasScripts() {
        return !current.mashups().scripts().scripts().isEmpty();
    }

    /** Returns the last replies of declared mashups that were not complete, also of those that have been replaced. */
    public IncompleteReplies incomplete() {
        return incomplete;
    }

    /** Returns whether a reload can replace the mashups. */
    public boolean isReplaceable() {
        return source.isReplaceable();
    }

    /** Returns a text that is another one after the files of the mashups have changed. */
    public String look() {
        return source.look();
    }

    /** Returns the files without the current mashups' files. */
    public List<Path> changedFiles() {
        return current.mashups().changedFiles();
    }

    /**
     * Checks that the current mashups have the paths of {@code options}.
     *
     * @throws ConfigurationException if not, with the path that was perhaps meant
     */
    public void checkPaths(MashupOptions options) {
        options.checkPaths(current.mashups().undeclaredPaths(), List.of());
    }

    /**
     * Prepares to serve other mashups with {@code next}: opens and initializes them. Blocks as long as they do.
     *
     * @return brings both into effect
     * @throws ConfigurationException with all problems; then nothing has changed
     */
    public Runnable prepare(Configuration next) {
        if (!source.isReplaceable()) {
            throw new IllegalStateException("the mashups are not replaceable");
        }
        OpenMashups opened = source.open(next);
        try {
            next.mashups().checkPaths(opened.undeclaredPaths(), next.quotas(), next.pathsOfTopics());
            MashupSet set = runtime.prepareMashups(next);
            return prepare(next, version(opened, set));
        } catch (RuntimeException | Error x) {
            opened.close();
            throw x;
        }
    }

    private Runnable prepare(Configuration next, MashupVersion version) {
        boolean started = false;
        try {
            start(version);
            StartFailure.throwIfUnread(version.set().settings());
            started = true;
        } catch (ConfigurationException x) {
            throw x;
        } catch (StackOverflowError x) {
            // It is a defect of the mashup, unlike other errors of the JVM.
            throw StartFailure.refused(x);
        } catch (VirtualMachineError x) {
            throw x;
        } catch (Throwable x) {
            throw StartFailure.refused(x);
        } finally {
            if (!started) {
                version.end();
                runtime.discard(version.set());
            }
        }
        return () -> {
            Duration patience =
                    runtime.mashups().longestDeadline().plus(next.server().drain());
            runtime.replace(version.set(), next);
            replace(version, patience);
        };
    }

    /** Lets the classes of the mashups go, after the server has stopped. */
    public void close() {
        current.end();
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
    private void start(MashupVersion version) throws Exception {
        version.context().setServer(getServer());
        version.context().start();
    }

    /**
     * Makes {@code next} current, which has been started, and destroys its predecessor once no request holds it.
     *
     * @param patience destroys it thereafter in any case
     */
    private void replace(MashupVersion next, Duration patience) {
        MashupVersion before = current;
        replaced.add(before);
        current = next;
        Clock.ScheduledTask late = runtime.broker().clock().schedule(patience.toNanos(), () -> {
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
