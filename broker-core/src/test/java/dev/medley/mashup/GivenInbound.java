package dev.medley.mashup;

import dev.medley.connection.RequestBody;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An inbound request as a test gives it. */
record GivenInbound(Map<String, String> parameters) implements Inbound {

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public String path() {
        return "/";
    }

    @Override
    public @Nullable String header(String name) {
        return name.toLowerCase(Locale.ROOT).equals("host") ? "localhost" : null;
    }

    @Override
    public CompletionStage<byte[]> body() {
        return CompletableFuture.completedStage(new byte[0]);
    }

    @Override
    public RequestBody streamedBody() {
        return RequestBody.of("text/plain", new byte[0]);
    }
}
