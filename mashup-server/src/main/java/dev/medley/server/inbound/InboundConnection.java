package dev.medley.server.inbound;

import org.eclipse.jetty.io.EofException;

/** A connection of a client, above its socket, as the {@link InboundWatch} sees it. Its methods are called by any thread. */
public interface InboundConnection {

    /** Returns the number of request heads, or of frames, that have come whole. */
    long arrived();

    /** Returns the number of bytes that have been read, without those of TLS. */
    long bytesIn();

    /** Returns whether a request is being answered. */
    boolean isServing();

    /** Returns the time for which the request has been answered by now, in nanoseconds; 0 without one. */
    long servingNanos();

    /** Returns whether a request, or a frame, may begin. */
    boolean awaitsHead();

    /** Returns whether more of the body of a request is awaited. */
    boolean awaitsBody();

    /** Returns whether the last request has its reply, and the rest of it is dropped as it comes. */
    boolean isLingering();

    /** The client has left a request that is being answered. Does not block: the request is ended by another task. */
    void clientGone(EofException how);
}
