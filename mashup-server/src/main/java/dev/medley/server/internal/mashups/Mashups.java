package dev.medley.server.internal.mashups;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.context.RequestIds;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.MashupSet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Handler;

/** The mashups of a server, and their replacement by a reload. By one thread at a time. */
public final class Mashups {

    private final MashupRuntime runtime;
    private final RequestIds ids;
    private final MashupSource source;
    private final IncompleteReplies incomplete = new IncompleteReplies();
    private final MashupsHandler handler;

    /**
     * Creates the mashups of a server.
     *
     * @param source has opened the first, and opens others for a reload
     */
    public Mashups(OpenMashups first, MashupRuntime runtime, RequestIds ids, MashupSource source) {
        this.runtime = runtime;
        this.ids = ids;
        this.source = source;
        handler = new MashupsHandler(
                version(first, runtime.mashups()), runtime.broker().clock());
    }

    private MashupVersion version(OpenMashups mashups, MashupSet set) {
        return new MashupVersion(mashups, set, MashupContext.of(set, mashups, ids, incomplete));
    }

    /** Returns the handler of requests for the mashups, by which they are started and stopped. */
    public Handler handler() {
        // Without a count of requests where nothing comes after them.
        return source.isReplaceable() ? handler : handler.current().context();
    }

    /** Returns the paths, or templates, of the current mashups. */
    public List<String> paths() {
        return handler.current().mashups().paths();
    }

    /** Returns the declared mashups that are served. */
    public DeclaredMashups declared() {
        return handler.current().mashups().declared();
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

    /** Returns the files that are not those of the current mashups. */
    public List<Path> changedFiles() {
        return handler.current().mashups().changedFiles();
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
            next.mashups().checkPaths(opened.byPath().keySet());
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
            handler.start(version);
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
            handler.replace(version, patience);
        };
    }

    /** Lets the classes of the mashups go, after the server has stopped. */
    public void close() {
        handler.current().end();
    }
}
