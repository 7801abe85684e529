package dev.medley.server.internal.declared.run;

import dev.medley.json.Json;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.internal.ExpiringStream;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.Result;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Flow;

/**
 * A reply that is sent part by part: what it passes on of exchanges as they end, then the whole with the manifest, or the problem that the mashup
 * failed with. Thread-safe.
 */
final class ProgressiveReply implements ExpiringStream {

    private static final String PART = "part";
    private static final String REPLY = "reply";
    private static final String MANIFEST = "manifest";
    private static final String PROBLEM = "problem";

    private final PartFormat format;
    private final ReplyStream stream = new ReplyStream();

    ProgressiveReply(PartFormat format) {
        this.format = format;
    }

    /** Returns the reply, whose parts may follow. Proxies that hold parts back until they have many are asked not to. */
    Reply reply() {
        return Reply.stream(format.type(), this)
                .header("Cache-Control", "no-store")
                .header("Vary", "Accept")
                .header("X-Accel-Buffering", "no");
    }

    /** Adds what came of an exchange; of an element of {@code for-each} if {@code index} is not negative. */
    void add(String exchange, int index, Result result) {
        stream.add(() -> format.write(PART, Json.of(part(exchange, index, result))));
    }

    private static Map<String, Object> part(String exchange, int index, Result result) {
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("exchange", exchange);
        if (index >= 0) {
            part.put("index", index);
        }
        part.put("outcome", result.outcome().label());
        if (result.cause() != null) {
            part.put("cause", result.cause());
        }
        Document value = result.value();
        if (value != null) {
            part.put("value", value.json());
        }
        return part;
    }

    /** Ends it with the whole. */
    void end(Document whole, Map<String, Object> manifest) {
        stream.end(List.of(() -> format.write(REPLY, whole.json()), () -> format.write(MANIFEST, Json.of(manifest))));
    }

    /** Ends it with a problem. */
    void fail(Problem problem) {
        stream.end(List.of(() -> format.write(PROBLEM, problem.document())));
    }

    @Override
    public void expire(Problem problem) {
        fail(problem);
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
        stream.subscribe(subscriber);
    }
}
