package dev.medley.loadtest.topics;

import org.jspecify.annotations.Nullable;

/** How a connection speaks. Used by its loop. */
interface Wire {

    /** Returns the bytes that begin it, when it is connected. */
    byte[] opening();

    /**
     * Takes what the server has sent, in whole units such as frames.
     *
     * @param now {@link System#nanoTime} when it was read
     * @return the place up to which all is taken; the rest comes again, with more behind it
     */
    int take(byte[] bytes, int from, int to, long now, Link link);

    /** Returns the wire to connect with again, to resume; null if it does not. */
    @Nullable
    Wire again();
}
