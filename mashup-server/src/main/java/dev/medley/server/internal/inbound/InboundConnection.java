package dev.medley.server.internal.inbound;

import dev.medley.config.ClientSettings;
import org.eclipse.jetty.io.EofException;

/** A connection of a client, above its socket, as the {@link InboundWatch} sees it. Its methods are called by any thread. */
public interface InboundConnection {

    /** Returns the number of request heads, or of frames, that have come whole. */
    long arrived();

    /** Returns the number of bytes that have been read, without TLS overhead. */
    long bytesIn();

    /** Returns whether a request is being answered. */
    boolean isServing();

    /** Returns whether the end of the last reply has been given to be written. */
    default boolean hasReplied() {
        return false;
    }

    /** Returns whether a reply has begun that only the end of the connection can cut off; over HTTP/2 streams are reset. */
    default boolean isWithinReply() {
        return false;
    }

    /** Returns whether the reply to the request, or each of them, is a session, which has a time-out of its own. */
    default boolean isSession() {
        return false;
    }

    /** Returns the time for which the request has been answered by now, in nanoseconds; 0 without one. */
    long servingNanos();

    /** Returns whether a request, or a frame, may begin. */
    boolean awaitsHead();

    /** Returns whether a request has begun whose head has not come whole; empty lines before it do not count. */
    default boolean isWithinHead() {
        return false;
    }

    /** Returns whether more of the body of a request is awaited. */
    boolean awaitsBody();

    /** Returns whether the last request has its reply, and the rest of it is dropped on arrival. */
    boolean isLingering();

    /** A head, or a frame, has taken too long: says so where the protocol has a reply for that. The connection is closed next. */
    default void refuseHead() {}

    /** The body that is awaited comes too slowly: ends its request, by a reply or else by {@code close}. */
    default void endSlowBody(Runnable close) {
        close.run();
    }

    /**
     * Looks at the bodies that share the connection, and ends the requests of those that come too slowly.
     *
     * @param elapsed nanoseconds since the last look
     * @return the number of requests that are ended
     */
    default int endSlowBodies(long elapsed, ClientSettings bounds) {
        return 0;
    }

    /**
     * Looks at the replies that share the connection and wait for the client, and ends those that it reads too slowly.
     *
     * @param elapsed nanoseconds since the last look
     * @return the number of requests that are ended
     */
    default int endSlowReplies(long elapsed, ClientSettings bounds) {
        return 0;
    }

    /**
     * Ends some of the requests that share the connection, and whose reply waits for the client or whose body waits for its mashup,
     * without progress for a while: the client has more than its share of what is scarce. Called again while it has.
     *
     * @return the number of requests that are ended
     */
    default int endWaiting(Debt debt) {
        return 0;
    }

    /** The client has left a request that is being answered. Does not block: the request is ended by another task. */
    void clientGone(EofException how);
}
