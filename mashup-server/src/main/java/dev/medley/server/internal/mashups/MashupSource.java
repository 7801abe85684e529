package dev.medley.server.internal.mashups;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.servlet.MashupServlet;
import java.util.List;

/** The source of a server's mashups, at its start and when a reload replaces them. By one thread at a time. */
public interface MashupSource {

    /** Returns a source of the declared mashups of a configuration, others at each reload. */
    static MashupSource declared() {
        return configuration -> OpenMashups.of(List.of(), MashupFolder.none(), DeclaredMashups.of(configuration));
    }

    /**
     * Returns a source of mashups and filters that a program has made, beside the declared ones; a reload cannot make others.
     *
     * @param filters in the order in which requests pass them
     */
    static MashupSource fixed(List<MashupServlet> mashups, List<MappedFilter> filters) {
        return new MashupSource() {
            @Override
            public OpenMashups open(Configuration configuration) {
                return OpenMashups.of(mashups, filters, MashupFolder.none(), DeclaredMashups.of(configuration));
            }

            @Override
            public boolean isReplaceable() {
                return false;
            }
        };
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
