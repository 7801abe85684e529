package dev.medley.servlet.internal.schedule;

import dev.medley.connection.RequestBody;
import dev.medley.mashup.Inbound;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The inbound request of a run that no client has asked for: a GET without query, header fields and body. */
record ScheduledInbound(String path) implements Inbound {

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public String template() {
        return path;
    }

    @Override
    public @Nullable String header(String name) {
        return null;
    }

    @Override
    public CompletionStage<byte[]> body() {
        return CompletableFuture.completedStage(new byte[0]);
    }

    @Override
    public RequestBody streamedBody() {
        throw new IllegalStateException("the mashup runs by its schedule: there is no client, and no body");
    }
}
