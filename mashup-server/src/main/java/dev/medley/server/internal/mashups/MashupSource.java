package dev.medley.server.internal.mashups;

import dev.medley.config.internal.Configuration;

/** Where the mashups of a server come from, at its start and when a reload replaces them. By one thread at a time. */
public interface MashupSource {

    /**
     * Opens the mashups for {@code configuration}: other objects each time. Blocks while files are read.
     *
     * @throws dev.medley.config.ConfigurationException with all problems, each with file and class
     */
    OpenMashups open(Configuration configuration);

    /** Returns a text that is another one after the files have changed. Blocks while it looks at them. */
    String look();

    /** Returns whether a reload can open others while those before still serve requests. */
    default boolean isReplaceable() {
        return true;
    }
}
