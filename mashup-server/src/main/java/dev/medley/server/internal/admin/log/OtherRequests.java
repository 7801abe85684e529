package dev.medley.server.internal.admin.log;

import dev.medley.mashup.Status;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.inbound.TakenRequest;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;

/**
 * Reports the requests that no mashup has answered: malformed ones, those that a filter refuses, those for a path without a mashup,
 * and those of a server that is stopping. Mashups report their own. Thread-safe.
 */
public final class OtherRequests implements RequestLog {

    private final Consumer<RequestSummary> observer;

    /**
     * Creates a log.
     *
     * @param observer is called by the thread that has ended the request; must not block
     */
    public OtherRequests(Consumer<RequestSummary> observer) {
        this.observer = observer;
    }

    @Override
    public void log(Request request, Response response) {
        if (request.getAttribute(TakenRequest.ATTRIBUTE) != null) {
            return;
        }
        int status = response.getStatus();
        boolean gone = status == 0;
        observer.accept(new RequestSummary(
                RequestSummary.NO_MASHUP,
                gone ? Status.CLIENT_CLOSED_REQUEST : status,
                NanoTime.since(request.getBeginNanoTime()),
                gone,
                refusedBy(request, status)));
    }

    /** Returns what has refused a request that no mashup has taken; null if it was not refused. */
    static @Nullable RefusedBy refusedBy(Request request, int status) {
        if (request.getAttribute(RefusedBy.ATTRIBUTE) instanceof RefusedBy marked) {
            return marked;
        }
        if (status < HttpStatus.BAD_REQUEST_400) {
            return null;
        }
        return status == HttpStatus.NOT_FOUND_404 ? RefusedBy.PATH : RefusedBy.FILTER;
    }
}
