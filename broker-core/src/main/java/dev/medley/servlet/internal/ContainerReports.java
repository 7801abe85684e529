package dev.medley.servlet.internal;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/**
 * Reports of the container about a suspended request.
 *
 * @param request the request
 */
record ContainerReports(InboundRequest request) implements AsyncListener {

    @Override
    public void onError(AsyncEvent event) {
        request.leave();
    }

    /** Medley sets no time-out, because it has the deadline; one that the container sets counts as the deadline. */
    @Override
    public void onTimeout(AsyncEvent event) {
        request.expire();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        request.completed();
    }

    /** A request is suspended once. */
    @Override
    public void onStartAsync(AsyncEvent event) {}
}
