package dev.medley.servlet;

import jakarta.servlet.http.HttpServletRequest;

/**
 * Reports that clients have left. A server that has Medley inside sees more than the Servlet API reports: clients of requests
 * that hold a thread, and those that leave before the thread of a suspended request has come back.
 */
@FunctionalInterface
public interface ClientWatch {

    /**
     * Begins to watch the client of {@code request}.
     *
     * @param gone to be called, at most once, when the client has left before the reply was written; by any thread, under no
     *     lock. It does not block
     */
    void watch(HttpServletRequest request, Runnable gone);
}
