package dev.medley.servlet;

import dev.medley.mashup.Problem;

/** The end of writing a body to a suspended request. One of the methods is called, once, and must not block. */
interface BodyEnd {

    /** All of it has been written. */
    void written();

    /** The client has left, as the container reports, or an {@link java.io.IOException} shows. */
    void clientGone();

    /** The rest of the body fails, or cannot be written. */
    void failed(Throwable failure);

    /** The deadline has passed. */
    void overdue(Problem why);
}
