package dev.medley.server.internal.admin.log;

import dev.medley.mashup.Status;
import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.inbound.TopicUse;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.jspecify.annotations.Nullable;

/**
 * The requests that no mashup has answered: malformed ones, those that a filter refuses, those for a path without a mashup, and those
 * of a server that is stopping. Mashups report their own.
 */
final class OtherRequests {

    private OtherRequests() {}

    /** Returns the end of a request that has taken {@code nanos}. */
    static RequestSummary summary(Request request, Response response, long nanos) {
        boolean ofTopics = request.getAttribute(TopicUse.ATTRIBUTE) != null;
        int status = response.getStatus();
        boolean gone = status == 0;
        return new RequestSummary(
                ofTopics ? TopicUse.NAME : RequestSummary.NO_MASHUP,
                gone ? Status.CLIENT_CLOSED_REQUEST : status,
                nanos,
                gone,
                refusedBy(request, status),
                null);
    }

    /** What has refused it has left its mark, unless it is a filter, or a topic. */
    private static @Nullable RefusedBy refusedBy(Request request, int status) {
        if (request.getAttribute(RefusedBy.ATTRIBUTE) instanceof RefusedBy marked) {
            return marked;
        }
        if (request.getAttribute(TopicUse.ATTRIBUTE) != null) {
            return TopicUse.refusedBy(status);
        }
        return status < HttpStatus.BAD_REQUEST_400 ? null : RefusedBy.FILTER;
    }
}
