package dev.medley.server.internal.topic;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.topic.Position;
import dev.medley.topic.PublicationException;
import dev.medley.topic.internal.Subscription;
import dev.medley.topic.internal.subject.SubjectPattern;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What clients ask for over a WebSocket, in JSON, and the replies: version 1 of docs/topics.md. One for each session, used by its
 * dispatcher.
 */
final class SocketProtocol {

    private static final int MOST_SUBSCRIPTIONS = 256;

    private final TopicAccess access;
    private final Map<Integer, Subscription> byId = new HashMap<>(2);
    private final Map<Subscription, Integer> ids = new HashMap<>(2);

    /** Creates the protocol of a client that may do what {@code access} permits. */
    SocketProtocol(TopicAccess access) {
        this.access = access;
    }

    List<Subscription> subscriptions() {
        return List.copyOf(byId.values());
    }

    /** Returns the id that the client has given to a subscription. */
    int idOf(Subscription subscription) {
        return ids.getOrDefault(subscription, -1);
    }

    /** Does what {@code utf8} asks for. */
    void onText(WebSocketSession session, byte[] utf8) {
        Object id = null;
        try {
            JsonNode request = Json.parse(utf8).tree();
            JsonNode given = request.get("id");
            id = given == null || !given.isInt() ? null : given.asInt();
            switch (text(request, "type")) {
                case "subscribe" -> subscribe(session, request, id(id));
                case "unsubscribe" -> unsubscribe(session, id(id));
                case "publish" -> publish(session, request, id);
                default -> throw bad("the type is unknown; expected subscribe, unsubscribe or publish");
            }
        } catch (MalformedJsonException x) {
            session.send(error(null, Problem.of(Status.BAD_REQUEST, "the message is not JSON: " + x.getMessage())));
        } catch (ProblemException x) {
            session.refuse(id, x);
        } catch (TopicAccess.RefusedException x) {
            session.send(error(id, Problem.of(x.reply().status(), "the caller may not do that")));
        }
    }

    private void subscribe(WebSocketSession session, JsonNode request, int id) {
        if (byId.containsKey(id)) {
            throw bad("the id %d has a subscription already".formatted(id));
        }
        if (byId.size() == MOST_SUBSCRIPTIONS) {
            throw bad("there are %d subscriptions; expected at most so many".formatted(MOST_SUBSCRIPTIONS));
        }
        JsonNode after = request.get("after");
        Subscriptions.Wanted wanted = Subscriptions.of(
                        access,
                        text(request, "subject"),
                        List.of(),
                        after == null || after.isNull() ? null : after.asString())
                .wanted()
                .get(0);
        Subscription begun;
        try {
            begun = wanted.in(session.session(), made -> {
                byId.put(id, made);
                ids.put(made, id);
                session.send(Json.of(reply("subscribed", id, position(made, made.position())))
                        .bytes());
            });
        } catch (IllegalArgumentException x) {
            throw bad(String.valueOf(x.getMessage()));
        }
        assert ids.containsKey(begun);
    }

    private void unsubscribe(WebSocketSession session, int id) {
        Subscription ended = byId.remove(id);
        if (ended == null) {
            throw bad("the id %d has no subscription".formatted(id));
        }
        ids.remove(ended);
        session.session().unsubscribe(ended);
        session.send(Json.of(reply("unsubscribed", id, position(ended, ended.position())))
                .bytes());
    }

    /** Ends the subscriptions to topics that are no longer declared, and says so. */
    void endOfRemoved(WebSocketSession session) {
        for (Subscription each : subscriptions()) {
            if (each.topic().isClosed()) {
                int id = idOf(each);
                byId.remove(id);
                ids.remove(each);
                session.session().unsubscribe(each);
                session.send(error(
                        id,
                        Problem.of(
                                Status.NOT_FOUND,
                                "the topic %s is no longer there"
                                        .formatted(each.topic().name()))));
            }
        }
    }

    private void publish(WebSocketSession session, JsonNode request, @Nullable Object id) {
        String subject = text(request, "subject");
        JsonNode data = request.get("data");
        if (data == null) {
            throw bad("data is missing; expected the message");
        }
        JsonNode key = request.get("key");
        try {
            access.published(SubjectPattern.topicOf(subject));
            (key == null
                            ? access.topics().publish(subject, data)
                            : access.topics().publish(subject, data, key.asString()))
                    .whenComplete((position, failure) -> session.session()
                            .dispatcher()
                            .run(() -> session.send(
                                    position == null
                                            ? error(
                                                    id,
                                                    Problem.of(
                                                            Status.SERVICE_UNAVAILABLE, "the message is not published"))
                                            : Json.of(reply("published", id, position))
                                                    .bytes())));
        } catch (PublicationException | IllegalArgumentException x) {
            throw bad(String.valueOf(x.getMessage()));
        }
    }

    private static Position position(Subscription subscription, long offset) {
        return new Position(subscription.topic().log().epoch(), offset);
    }

    private static Map<String, Object> reply(String type, @Nullable Object id, Position position) {
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("type", type);
        if (id != null) {
            reply.put("id", id);
        }
        reply.put("position", position.toString());
        return reply;
    }

    static byte[] error(@Nullable Object id, Problem problem) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("type", "error");
        if (id != null) {
            error.put("id", id);
        }
        error.put("status", problem.status());
        error.put("detail", problem.detail());
        return Json.of(error).bytes();
    }

    private static int id(@Nullable Object id) {
        if (id instanceof Integer number) {
            return number;
        }
        throw bad("the id is missing; expected a whole number");
    }

    private static String text(JsonNode request, String name) {
        JsonNode value = request.get(name);
        if (value == null || !value.isString()) {
            throw bad("%s is missing; expected a text".formatted(name));
        }
        return value.asString();
    }

    private static ProblemException bad(String detail) {
        return new ProblemException(Problem.of(Status.BAD_REQUEST, detail));
    }
}
