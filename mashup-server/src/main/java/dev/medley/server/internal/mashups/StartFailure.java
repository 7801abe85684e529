package dev.medley.server.internal.mashups;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.DefaultMashupSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The failure of a start, as the operator sees it. */
public final class StartFailure {

    private StartFailure() {}

    /**
     * Returns the failure to throw for one of Jetty.
     *
     * @throws ConfigurationException if mashups or filters have found problems of the configuration: all of them
     */
    public static IOException of(Exception failure) {
        List<String> problems = new ArrayList<>();
        collect(failure, problems, Collections.newSetFromMap(new IdentityHashMap<>()));
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        return new IOException("cannot start the server: " + failure, failure);
    }

    /** Returns the refusal of a reload whose mashups or filters do not start, with all reasons. */
    static ConfigurationException refused(Throwable failure) {
        List<String> problems = new ArrayList<>();
        collect(failure, problems, Collections.newSetFromMap(new IdentityHashMap<>()));
        if (problems.isEmpty()) {
            problems.add(withCause(failure));
            for (Throwable other : failure.getSuppressed()) {
                problems.add(withCause(other));
            }
        }
        return new ConfigurationException(problems);
    }

    private static String withCause(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
            root = cause;
        }
        return "the mashups do not start: " + failure + (root == failure ? "" : ", caused by " + root);
    }

    private static void collect(@Nullable Throwable failure, List<String> problems, Set<Throwable> seen) {
        if (failure == null || !seen.add(failure)) {
            return;
        }
        if (failure instanceof ConfigurationException x) {
            problems.addAll(x.problems());
        }
        collect(failure.getCause(), problems, seen);
        for (Throwable suppressed : failure.getSuppressed()) {
            collect(suppressed, problems, seen);
        }
    }

    /**
     * Checks that each setting that is given has been read.
     *
     * @throws ConfigurationException if not
     */
    public static void throwIfUnread(DefaultMashupSettings settings) {
        List<String> unread = settings.unread();
        if (!unread.isEmpty()) {
            throw new ConfigurationException(unread);
        }
    }
}
