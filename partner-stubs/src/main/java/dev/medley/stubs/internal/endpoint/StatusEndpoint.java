package dev.medley.stubs.internal.endpoint;

import java.util.List;
import org.eclipse.jetty.http.HttpStatus;

/** {@code /status/{code}}. */
final class StatusEndpoint implements StubEndpoint {

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
    public Answer prepare(EndpointRequest call) {
        int status = (int) call.number("the status", 200, 599);
        return body -> StubResponse.of(
                status,
                "application/json",
                "{\"status\":%d,\"reason\":%s}".formatted(status, JsonWriter.quote(HttpStatus.getMessage(status))));
    }
}
