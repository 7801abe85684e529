package dev.medley.server.internal.http;

import dev.medley.context.RequestId;
import dev.medley.context.RequestIds;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.MalformedRequest;
import dev.medley.servlet.internal.inbound.RefusedBy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replies with a problem document (RFC 9457) to requests without a mashup and to malformed ones. */
public final class ProblemHandler implements Request.Handler {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemHandler.class);

    private final Supplier<List<String>> paths;
    private final RequestIds ids;
    private final BiConsumer<Response, Request> edge;

    /** Creates a handler; the log has {@code paths} at level debug for any other path, and its reply has none of them. */
    public ProblemHandler(Supplier<List<String>> paths, RequestIds ids) {
        this(paths, ids, (response, request) -> {});
    }

    /** As above; {@code edge} adds its fields to the replies to requests that no handler has seen. */
    public ProblemHandler(Supplier<List<String>> paths, RequestIds ids, BiConsumer<Response, Request> edge) {
        this.paths = paths;
        this.ids = ids;
        this.edge = edge;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        if (request.getAttribute(ErrorHandler.ERROR_EXCEPTION) instanceof HttpException x) {
            status = x.getCode();
        }
        String given = messageOfTheApplication(request, status);
        if (status == HttpStatus.NOT_FOUND_404 && given == null && LOG.isDebugEnabled()) {
            LOG.debug(
                    "no mashup has the path {}; there are {}",
                    request.getHttpURI().getPath(),
                    String.join(", ", paths.get()));
        }
        Reply reply = Problem.of(status, given == null ? detail(status) : given).toReply();
        mark(request, status, reply);
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, reply.type());
        // Here, too: the response was reset, and a malformed request has passed no other handler.
        response.getHeaders()
                .put(ids.field(), RequestIdHandler.given(ids, null, request).value());
        reply.headers().forEach(header -> response.getHeaders().put(header.name(), header.value()));
        edge.accept(response, request);
        response.write(true, ByteBuffer.wrap(reply.body()), callback);
        return true;
    }

    /** Malformed ones have passed no other handler, and no filter; what refuses others while the server stops is Jetty's. */
    private static void mark(Request request, int status, Reply reply) {
        if (request.getAttribute(RequestId.ATTRIBUTE) == null) {
            request.setAttribute(RefusedBy.ATTRIBUTE, RefusedBy.MALFORMED);
            Object failure = request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
            String cause = failure instanceof HttpException x ? x.getReason() : null;
            request.setAttribute(
                    MalformedRequest.ATTRIBUTE,
                    new MalformedRequest(
                            cause == null ? HttpStatus.getMessage(status) : cause,
                            HttpMethod.HEAD.is(request.getMethod()) ? 0 : reply.body().length));
        } else if (status == HttpStatus.SERVICE_UNAVAILABLE_503
                && request.getAttribute(ErrorHandler.ERROR_CONTEXT) == null) {
            request.setAttribute(RefusedBy.ATTRIBUTE, RefusedBy.STOPPING);
        }
    }

    /** The message of {@code sendError}, if the application gave one; an exception's message is internal. */
    private static @Nullable String messageOfTheApplication(Request request, int status) {
        boolean ofTheApplication = request.getAttribute(ErrorHandler.ERROR_CONTEXT) != null
                && request.getAttribute(ErrorHandler.ERROR_EXCEPTION) == null;
        // Without a message, Jetty sets the reason phrase.
        return ofTheApplication
                        && request.getAttribute(ErrorHandler.ERROR_MESSAGE) instanceof String message
                        && !message.isBlank()
                        && !message.equals(HttpStatus.getMessage(status))
                ? message
                : null;
    }

    private String detail(int status) {
        return switch (status) {
            case HttpStatus.NOT_FOUND_404 -> "no mashup has this path";
            case HttpStatus.SERVICE_UNAVAILABLE_503 -> "the server is shutting down";
            case HttpStatus.INTERNAL_SERVER_ERROR_500 -> "the mashup failed";
            default -> HttpStatus.getMessage(status);
        };
    }
}
