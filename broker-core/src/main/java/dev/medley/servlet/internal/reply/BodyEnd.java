package dev.medley.servlet.internal.reply;

import dev.medley.mashup.Problem;

/**
 * The writing of a body to a suspended request, and its end. One of the methods for the end is called, once; none of them blocks.
 */
interface BodyEnd {

    /** The body begins to wait for the client to read, or goes on. Called by one thread at a time, also as the body ends. */
    void waitsForClient(boolean waits);

    /** All of it has been written. */
    void written();

    /** The client has left, as the container reports, or an {@link java.io.IOException} shows. */
    void clientGone();

    /** The rest of the body fails, or cannot be written. */
    void failed(Throwable failure);

    /** The deadline has passed. */
    void overdue(Problem why);
}
