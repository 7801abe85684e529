package dev.medley.server.internal.topic;

import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.access.Entitlements;
import dev.medley.server.internal.topic.access.TopicAccess;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.exchange.TopicExchange;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.topic.internal.Dispatcher;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;

/** Begins publications that requests ask for. Thread-safe. */
final class PublicationRequests {

    private static final String JSON = "application/json";
    private static final Set<String> LINES = Set.of("application/x-ndjson", "application/ndjson", "application/jsonl");

    private final Entitlements entitlements;
    private final TopicSessions sessions;
    private final BodyExecutor bodies;

    /** @param bodies checks large documents */
    PublicationRequests(Entitlements entitlements, TopicSessions sessions, BodyExecutor bodies) {
        this.sessions = sessions;
        this.entitlements = entitlements;
        this.bodies = bodies;
    }

    void publish(String subject, TopicAccess access, TopicExchange exchange) {
        String type = exchange.fields().get(HttpHeader.CONTENT_TYPE);
        String media = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        boolean lines = LINES.contains(media);
        if (!lines && !media.equals(JSON)) {
            throw Refusals.exception(
                    Status.UNSUPPORTED_MEDIA_TYPE,
                    "the type of a message is %s; expected application/json, or application/x-ndjson for one a line"
                            .formatted(media.isEmpty() ? "missing" : media));
        }
        try {
            access.mayPublish(subject).whenComplete((permitted, failure) -> {
                if (failure == null) {
                    begin(subject, lines, access, exchange);
                } else {
                    Refusals.refuse(failure, exchange);
                }
            });
        } catch (IllegalArgumentException x) {
            throw Refusals.exception(Status.BAD_REQUEST, String.valueOf(x.getMessage()));
        }
    }

    private void begin(String subject, boolean lines, TopicAccess access, TopicExchange exchange) {
        String topic = subject.split("\\.", 2)[0];
        Dispatcher dispatcher = sessions.dispatcher();
        Publication publication = new Publication(
                dispatcher,
                exchange.body(),
                access.topics(),
                subject,
                lines ? null : exchange.fields().get("Idempotency-Key"),
                lines,
                entitlements.topic(topic).settings().maxMessage(),
                access::refusedByQuota,
                bodies,
                exchange::reply);
        dispatcher.run(publication);
    }
}
