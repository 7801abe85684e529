package dev.medley.stubs;

import java.io.Serial;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** A request that is not allowed; it becomes a problem document (RFC 9457) that says what would be. */
final class Refusal extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    private Refusal(String detail, Reply reply) {
        // It is a way to answer, not a fault of this program, so nobody will ask for its stack.
        super(detail, null, false, false);
        this.reply = reply;
    }

    static Refusal badRequest(String detail) {
        return new Refusal(detail, problem(HttpStatus.BAD_REQUEST_400, detail));
    }

    static Refusal notFound(String path) {
        String detail = "there is %s, but not %s".formatted(Endpoints.PATHS, path);
        return new Refusal(detail, problem(HttpStatus.NOT_FOUND_404, detail));
    }

    static Refusal methodNotAllowed(String method, List<String> allowed) {
        String methods = String.join(", ", allowed);
        String detail = "the method must be one of %s, not %s".formatted(methods, method);
        Reply reply = problem(HttpStatus.METHOD_NOT_ALLOWED_405, detail).with(HttpHeader.ALLOW, methods);
        return new Refusal(detail, reply);
    }

    private static Reply problem(int status, String detail) {
        return Reply.of(
                status,
                "application/problem+json",
                "{\"type\":\"about:blank\",\"title\":%s,\"status\":%d,\"detail\":%s}"
                        .formatted(Json.quote(HttpStatus.getMessage(status)), status, Json.quote(detail)));
    }

    Reply reply() {
        return reply;
    }
}
