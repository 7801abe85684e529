package dev.medley.stubs;

import java.util.List;
import org.eclipse.jetty.http.HttpStatus;

/** {@code /status/{code}}. */
final class StatusEndpoint implements Endpoint {

    private static final List<String> METHODS = List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    @Override
    public List<String> methods() {
        return METHODS;
    }

    @Override
    public boolean hasArgument() {
        return true;
    }

    @Override
    public Answer prepare(Call call) {
        int status = (int) call.number("the status", 200, 599);
        return body -> Reply.of(
                status,
                "application/json",
                "{\"status\":%d,\"reason\":%s}".formatted(status, Json.quote(HttpStatus.getMessage(status))));
    }
}
