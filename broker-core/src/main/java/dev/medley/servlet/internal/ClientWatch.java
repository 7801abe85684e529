package dev.medley.servlet.internal;

import dev.medley.account.internal.ClientAccount;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.BooleanSupplier;

/**
 * Reports that clients have left, or are slow, and has their accounts. A server that has Medley inside sees more than the Servlet API
 * reports: clients of requests that hold a thread, those that leave before the thread of a suspended request has come back, and
 * replies that the container has and that wait to be written.
 */
public interface ClientWatch {

    /** Returns when the first byte of {@code request} was there, as {@link System#nanoTime()} counts. */
    long beganNanos(HttpServletRequest request);

    /** Returns the account of the connection that {@code request} has come on. */
    ClientAccount account(HttpServletRequest request);

    /**
     * Begins to watch the client of {@code request}; again, if its body has broken off, for a client that has left by that.
     *
     * @param gone to be called when the client has left before the reply was written, or at once if it has left already; by
     *     any thread, under no lock. It does not block, and more than one call does the same as one
     * @return breaks the reply off if it waits to be written, after the container has been given it; by any thread, does not block
     */
    Runnable watch(HttpServletRequest request, Runnable gone);

    /**
     * Begins to watch the body of {@code request}, which may have one.
     *
     * @param refuse to be called when the body comes too slowly; by any thread, under no lock. It does not block, and returns
     *     false if the reply has been decided on before, so that the stream or connection is to be ended
     * @param gone to be called when that has been ended, in the same way
     */
    void watchBody(HttpServletRequest request, BooleanSupplier refuse, Runnable gone);

    /**
     * Has {@code written} called once the reply to {@code request}, which is not suspended, has been written, or has failed; by
     * any thread, under no lock. It does not block.
     */
    void watchReply(HttpServletRequest request, Runnable written);
}
