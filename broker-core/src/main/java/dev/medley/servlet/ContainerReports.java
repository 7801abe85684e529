package dev.medley.servlet;

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

    /** Medley sets no time-out, as it has the deadline; one that the container sets counts as the deadline. */
    @Override
    public void onTimeout(AsyncEvent event) {
        request.expire();
    }

    /** Another component than Medley has completed the request, such as a filter: no reply can be written. */
    @Override
    public void onComplete(AsyncEvent event) {
        if (!request.isEnding()) {
            request.leave();
        }
    }

    /** A request is suspended once. */
    @Override
    public void onStartAsync(AsyncEvent event) {}
}
