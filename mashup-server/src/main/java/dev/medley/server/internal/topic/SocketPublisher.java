package dev.medley.server.internal.topic;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.access.TopicAccess;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.websocket.SocketRequest;
import dev.medley.topic.Position;
import dev.medley.topic.Topics;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Publishes what a client sends over a WebSocket, one message after another. Used by the dispatcher of its session. */
final class SocketPublisher {

    /** Messages that are not published yet, beyond which the client is not read. */
    private static final int MOST_WAITING = 16;

    private final TopicAccess access;
    /** The last one; null once it is done. */
    private @Nullable CompletionStage<?> last;

    private int waiting;

    SocketPublisher(TopicAccess access) {
        this.access = access;
    }

    /** Returns whether the client has to wait. */
    boolean holdsBack() {
        return waiting >= MOST_WAITING;
    }

    /**
     * Publishes a message, once those before are published.
     *
     * @param id of the reply; null for none
     */
    void publish(WebSocketSession session, SocketRequest request, @Nullable Integer id) throws MalformedJsonException {
        String subject = request.subject();
        Json data = request.data();
        String key = request.key();
        CompletionStage<?> before = last;
        CompletionStage<Position> next = before == null
                ? begin(subject, data, key)
                : before.handle((position, failure) -> true).thenCompose(any -> begin(subject, data, key));
        waiting++;
        last = next;
        next.whenComplete((position, failure) -> session.session().dispatcher().run(() -> {
            waiting--;
            if (last == next) {
                last = null;
            }
            session.send(
                    position == null
                            ? SocketProtocol.error(id, problem(failure))
                            : SocketProtocol.reply("published", id, position));
            session.goOn();
        }));
    }

    private CompletionStage<Position> begin(String subject, Json data, @Nullable String key) {
        Topics topics = access.topics();
        try {
            return access.mayPublish(subject)
                    .thenCompose(permitted ->
                            key == null ? topics.publish(subject, data) : topics.publish(subject, data, key));
        } catch (IllegalArgumentException x) {
            return CompletableFuture.failedFuture(x);
        }
    }

    private static Problem problem(@Nullable Throwable failure) {
        return failure == null
                ? Problem.of(Status.SERVICE_UNAVAILABLE, "the message is not published")
                : Refusals.problem(failure);
    }
}
