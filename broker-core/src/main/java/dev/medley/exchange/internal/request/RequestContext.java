package dev.medley.exchange.internal.request;

import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.Header;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.context.RequestId;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.trace.internal.InboundSpan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The inbound request that an exchange was started for.
 *
 * @param id its id
 * @param method its method, in capitals
 * @param path its path, encoded, without the query
 * @param fields header fields with the id and the trace, for partners that may have them
 * @param executionTarget of the mashup that answers it
 * @param deadlineNanos the end of that mashup, by the broker's clock, or {@link #NO_DEADLINE}: nothing is done for it later
 * @param account of its client, which holds the bytes of responses; null if it is not known
 * @param callerToken the token that its caller has shown; null if there is none
 * @param span of it; null if there are no spans
 * @param isOfCaller whether what is asked of partners may depend on who has sent it: no cache has the responses
 * @param phases in which its exchanges count; null if they do not
 */
public record RequestContext(
        String id,
        String method,
        String path,
        List<Header> fields,
        ExecutionTarget executionTarget,
        long deadlineNanos,
        @Nullable ClientAccount account,
        @Nullable String callerToken,
        @Nullable InboundSpan span,
        boolean isOfCaller,
        @Nullable RequestPhases phases) {

    /** The end of a mashup that has none. */
    public static final long NO_DEADLINE = Long.MIN_VALUE;

    private static final String TRACE_PARENT = "traceparent";
    private static final String TRACE_STATE = "tracestate";

    /** Returns the origin of a request whose id {@code field} has. */
    public static RequestContext of(RequestId id, String field, String method, String path) {
        return of(id, field, method, path, ExecutionTarget.NONE, NO_DEADLINE, null, null);
    }

    /**
     * As above, of a request of the client with {@code account} that a mashup with {@code executionTarget} answers until
     * {@code deadlineNanos}, and whose time {@code phases} has.
     */
    public static RequestContext of(
            RequestId id,
            String field,
            String method,
            String path,
            ExecutionTarget executionTarget,
            long deadlineNanos,
            @Nullable ClientAccount account,
            @Nullable RequestPhases phases) {
        List<Header> fields = new ArrayList<>(1);
        fields.add(new Header(field, id.value()));
        add(fields, TRACE_PARENT, id.traceparent());
        add(fields, TRACE_STATE, id.tracestate());
        return new RequestContext(
                id.value(),
                method,
                path,
                List.copyOf(fields),
                executionTarget,
                deadlineNanos,
                account,
                null,
                null,
                false,
                phases);
    }

    /** This, of requests to partners that may depend on the caller. */
    public RequestContext ofCaller() {
        return isOfCaller
                ? this
                : new RequestContext(
                        id,
                        method,
                        path,
                        fields,
                        executionTarget,
                        deadlineNanos,
                        account,
                        callerToken,
                        span,
                        true,
                        phases);
    }

    /** This, of a caller that has shown {@code token}. */
    public RequestContext withCallerToken(String token) {
        return new RequestContext(
                id, method, path, fields, executionTarget, deadlineNanos, account, token, span, isOfCaller, phases);
    }

    /** This, for what goes on when its mashup is over, and is nothing of its client's. */
    public RequestContext detached() {
        return new RequestContext(
                id, method, path, fields, ExecutionTarget.NONE, NO_DEADLINE, null, callerToken, span, isOfCaller, null);
    }

    /** This, which has {@code own}: partners are told of the trace of that, and not of what the client has sent. */
    public RequestContext tracedBy(InboundSpan own) {
        List<Header> traced = new ArrayList<>(fields);
        traced.removeIf(field -> isOfTrace(field.name()));
        // Of a trace that is recorded, each attempt has its own.
        traced.addAll(own.isRecording() ? List.of() : own.fields());
        return new RequestContext(
                id,
                method,
                path,
                List.copyOf(traced),
                executionTarget,
                deadlineNanos,
                account,
                callerToken,
                own,
                isOfCaller,
                phases);
    }

    /** Returns the id of its trace, recorded or not; null if there are no spans. */
    public @Nullable String traceId() {
        return span == null ? null : span.traceId();
    }

    /** Returns whether this sends a field of {@code name} by itself, in whatever spelling. */
    public boolean isOwnField(String name) {
        return isOwnTrace(name) || HeaderFields.contain(fields, name);
    }

    /** Returns whether {@code name} is that of a field of the trace, which has spans of its own. */
    public boolean isOwnTrace(String name) {
        return span != null && isOfTrace(name);
    }

    private static boolean isOfTrace(String name) {
        return name.equalsIgnoreCase(TRACE_PARENT) || name.equalsIgnoreCase(TRACE_STATE);
    }

    /** Returns the placement of the mashup of {@code requestContext}; of no mashup for null. */
    public static ExecutionTarget placementOf(@Nullable RequestContext requestContext) {
        return requestContext == null ? ExecutionTarget.NONE : requestContext.executionTarget;
    }

    /** Returns the earlier of {@code nanos} and the deadline, by the broker's clock. */
    public long earlier(long nanos) {
        return deadlineNanos == NO_DEADLINE || deadlineNanos - nanos >= 0 ? nanos : deadlineNanos;
    }

    /** Returns whether the deadline has passed at {@code nanos}, by the broker's clock. */
    public boolean isOver(long nanos) {
        return deadlineNanos != NO_DEADLINE && nanos - deadlineNanos >= 0;
    }

    /** The request as failures in the log name it. */
    @Override
    public String toString() {
        return method + " " + path + ", request-id " + id;
    }

    private static void add(List<Header> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.add(new Header(name, value));
        }
    }

    /** Returns {@code own} and those of the fields that it lacks. A trace that the mashup sets itself is not mixed with this. */
    public List<Header> addedTo(List<Header> own) {
        if (own.isEmpty()) {
            // The same list for all exchanges, because there are many.
            return fields;
        }
        boolean ownTrace = HeaderFields.contain(own, TRACE_PARENT);
        List<Header> all = new ArrayList<>(own.size() + fields.size());
        all.addAll(own);
        if (!ownTrace && HeaderFields.contain(fields, TRACE_PARENT)) {
            // It says something of a parent (W3C Trace Context, section 3.3), and of this one it does not.
            all.removeIf(header -> header.name().equalsIgnoreCase(TRACE_STATE));
        }
        for (Header header : fields) {
            boolean trace = isOfTrace(header.name());
            if (trace ? !ownTrace : !HeaderFields.contain(own, header.name())) {
                all.add(header);
            }
        }
        return all;
    }
}
