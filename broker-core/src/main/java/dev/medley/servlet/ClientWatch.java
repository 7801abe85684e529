package dev.medley.servlet;

import jakarta.servlet.http.HttpServletRequest;
import java.util.function.BooleanSupplier;

/**
 * Reports that clients have left, or are slow. A server that has Medley inside sees more than the Servlet API reports: clients of requests
 * that hold a thread, and those that leave before the thread of a suspended request has come back.
 */
@FunctionalInterface
public interface ClientWatch {

    /**
     * Begins to watch the client of {@code request}; again, if its body has broken off, for a client that has left by that.
     *
     * @param gone to be called when the client has left before the reply was written, or at once if it has left already; by
     *     any thread, under no lock. It does not block, and more than one call does the same as one
     */
    void watch(HttpServletRequest request, Runnable gone);

    /**
     * Begins to watch the body of {@code request}, which may have one.
     *
     * @param refuse to be called when the body comes too slowly; by any thread, under no lock. It does not block, and returns
     *     false if the reply has been decided on before, so that the stream or connection is to be ended
     * @param gone to be called when that has been ended, in the same way
     */
    default void watchBody(HttpServletRequest request, BooleanSupplier refuse, Runnable gone) {}
}
