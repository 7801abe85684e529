package dev.medley.servlet.internal.reply;

import dev.medley.account.internal.ClientAccount;
import dev.medley.config.ServerTimingDetail;
import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.trace.internal.InboundSpan;
import dev.medley.trace.internal.TracedRequest;
import dev.medley.trace.internal.Tracing;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * The header fields that each reply has beside those of its mashup.
 *
 * @param requestIds the rule by which requests have ids, and the field of the id
 * @param timing the form of {@code Server-Timing}
 */
public record ReplyFields(RequestIds requestIds, ServerTimingDetail timing) {

    /** As without configuration. */
    public static final ReplyFields DEFAULT =
            new ReplyFields(new RequestIds(RequestIds.DEFAULT_FIELD, true), ServerTimingDetail.FULL);

    /** Returns these fields with another form of {@code Server-Timing}, unless {@code other} is null. */
    public ReplyFields withTiming(@Nullable ServerTimingDetail other) {
        return other == null || other == timing ? this : new ReplyFields(requestIds, other);
    }

    /**
     * Returns the origin of the exchanges for {@code request} of the client with {@code account}, which a mashup with
     * {@code executionTarget} answers until {@code deadlineNanos}, by the broker's clock, and whose time {@code phases} has.
     *
     * @param tracing begins its span, unless the server has; null for none
     */
    public RequestContext requestContext(
            HttpServletRequest request,
            ExecutionTarget executionTarget,
            long deadlineNanos,
            ClientAccount account,
            RequestPhases phases,
            @Nullable Tracing tracing) {
        RequestContext context = RequestContext.of(
                requestId(request, tracing),
                requestIds.field(),
                request.getMethod(),
                request.getRequestURI(),
                executionTarget,
                deadlineNanos,
                account,
                phases);
        return request.getAttribute(TracedRequest.SPAN) instanceof InboundSpan span ? context.tracedBy(span) : context;
    }

    /** Returns the id that the server has given {@code request}, or an earlier dispatch of it has; else that of its fields. */
    private RequestId requestId(HttpServletRequest request, @Nullable Tracing tracing) {
        if (request.getAttribute(RequestId.ATTRIBUTE) instanceof RequestId given) {
            return given;
        }
        TracedRequest traced = TracedRequest.of(
                requestIds, tracing, request.getMethod(), field -> Collections.list(request.getHeaders(field)));
        request.setAttribute(RequestId.ATTRIBUTE, traced.id());
        InboundSpan span = traced.span();
        if (span != null) {
            request.setAttribute(TracedRequest.SPAN, span);
            span.describe(
                    request.getScheme(),
                    request.getRequestURI(),
                    request.getServerName(),
                    request.getServerPort(),
                    request.getRemoteAddr(),
                    request.getProtocol(),
                    request.getHeader("User-Agent"),
                    traced.id());
        }
        return traced.id();
    }
}
