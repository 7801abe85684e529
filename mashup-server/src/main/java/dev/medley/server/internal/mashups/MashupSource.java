package dev.medley.server.internal.mashups;

import dev.medley.config.internal.Configuration;
import dev.medley.servlet.MashupServlet;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The source of a server's mashups, at its start and when a reload replaces them. By one thread at a time. */
public interface MashupSource {

    /** Returns a source of the declared mashups of a configuration, others at each reload. */
    static MashupSource declared() {
        return declared(null);
    }

    /** As {@link #declared()}, with the scripts of a folder; null for none. */
    static MashupSource declared(@Nullable Path scripts) {
        return new ProgramMashups(List.of(), List.of(), scripts, true);
    }

    /**
     * Returns a source of mashups and filters that a program has made, beside the declared ones and scripts; a reload cannot make
     * others.
     *
     * @param filters in the order in which requests pass them
     * @param scripts their folder; null for none
     */
    static MashupSource fixed(List<MashupServlet> mashups, List<MappedFilter> filters, @Nullable Path scripts) {
        return new ProgramMashups(mashups, filters, scripts, false);
    }

    /**
     * Opens the mashups for {@code configuration}: other objects each time. Blocks while files are read.
     *
     * @throws dev.medley.config.ConfigurationException with all problems, each with file and class
     */
    OpenMashups open(Configuration configuration);

    /** Returns a text that is another one after the files have changed; empty without files. Blocks while it looks at them. */
    default String look() {
        return "";
    }

    /** Returns whether a reload can open others while those before still serve requests. */
    default boolean isReplaceable() {
        return true;
    }
}
