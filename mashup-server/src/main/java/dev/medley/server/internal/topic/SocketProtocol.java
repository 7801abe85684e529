package dev.medley.server.internal.topic;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.access.AccessCheck;
import dev.medley.server.internal.topic.access.SessionLimits;
import dev.medley.server.internal.topic.access.TopicAccess;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.websocket.SocketRequest;
import dev.medley.topic.Position;
import dev.medley.topic.internal.NamedSubscriptions;
import dev.medley.topic.internal.StartPosition;
import dev.medley.topic.internal.Subscription;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What clients ask for over a WebSocket, in JSON, and the replies: version 1 of docs/topics.md. One for each session, used by its
 * dispatcher.
 */
final class SocketProtocol implements SocketRequests {

    private static final int MOST_SUBSCRIPTIONS = 256;
    /** Subscriptions that are being decided on, beyond which the client is not read. */
    private static final int MOST_ASKED = 16;

    private static final int LONGEST_NAME = 255;
    private static final byte[] PONG = "{\"type\":\"pong\"}".getBytes(StandardCharsets.US_ASCII);

    private final AccessCheck check;
    private final SessionLimits.Share share;
    private final SocketPublisher publisher;
    /** Subscriptions that wait for an answer of who may have them. */
    private int asked;
    /** Few sessions have any. */
    private Map<Subscription, Owned> named = Map.of();

    /** A subscription that has a name, and what ends it when another session takes it over. */
    private record Owned(NamedSubscriptions.Name name, Runnable takenOver) {}

    /**
     * Creates the protocol of a client that may do what {@code check} permits.
     *
     * @param share what it holds of the limits, until it is closed
     */
    SocketProtocol(AccessCheck check, SessionLimits.Share share) {
        this.check = check;
        this.share = share;
        publisher = new SocketPublisher(check.access());
    }

    /** Returns whether the client asks, or publishes, faster than that is possible. */
    @Override
    public boolean holdsBack() {
        return publisher.holdsBack() || asked >= MOST_ASKED;
    }

    /** Does what {@code utf8} asks for. */
    @Override
    public void onText(WebSocketSession session, byte[] utf8) {
        Integer id = null;
        try {
            SocketRequest request = SocketRequest.parse(utf8);
            id = request.id();
            switch (request.type()) {
                case "subscribe" -> {
                    takeTokens();
                    subscribe(session, request, required(id));
                }
                case "unsubscribe" -> unsubscribe(session, required(id));
                case "acknowledge" -> acknowledge(session, request, required(id));
                case "publish" -> {
                    takeTokens();
                    publisher.publish(session, request, id);
                }
                // Of scripts in browsers, which see no ping of the protocol below.
                case "ping" -> session.send(PONG);
                default ->
                    throw bad("the type is unknown; expected subscribe, unsubscribe, acknowledge, publish or ping");
            }
        } catch (MalformedJsonException | RuntimeException x) {
            // Whatever it is: a session that is not replied to would never be read again.
            session.send(error(id, Refusals.problem(x)));
        }
    }

    private void takeTokens() {
        Problem refusal = check.access().refusedByQuota();
        if (refusal != null) {
            throw new ProblemException(refusal);
        }
    }

    private void subscribe(WebSocketSession session, SocketRequest request, int id) {
        if (find(session, id) != null) {
            throw bad("the id %d has a subscription already".formatted(id));
        }
        if (session.session().subscriptions().size() + asked >= MOST_SUBSCRIPTIONS) {
            throw bad("there are %d subscriptions; expected at most so many".formatted(MOST_SUBSCRIPTIONS));
        }
        TopicAccess access = check.access();
        Subscriptions.Wanted wanted = Subscriptions.of(
                        access.entitlements(), request.subject(), List.of(), request.after())
                .wanted()
                .get(0);
        NamedSubscriptions.Name name = name(request, wanted);
        boolean hasStart = request.after() != null;
        asked++;
        access.maySubscribe(List.of(wanted.pattern()))
                .whenComplete((permitted, failure) -> session.session()
                        .dispatcher()
                        .run(() -> {
                            asked--;
                            if (failure == null) {
                                begin(session, wanted, name, hasStart, id);
                            } else {
                                session.send(error(id, Refusals.problem(failure)));
                            }
                            session.goOn();
                        }));
    }

    private void begin(
            WebSocketSession session,
            Subscriptions.Wanted wanted,
            NamedSubscriptions.@Nullable Name name,
            boolean hasStart,
            int id) {
        if (session.isOver()) {
            return;
        }
        try {
            if (find(session, id) != null) {
                throw bad("the id %d has a subscription already".formatted(id));
            }
            share.addSubscription();
            try {
                Subscriptions.Wanted from = name == null ? wanted : wanted.from(start(name, wanted.start(), hasStart));
                from.in(session.session(), id, made -> {
                    if (name != null) {
                        own(session, made, name);
                    }
                    session.send(reply("subscribed", id, made.resumption()));
                });
            } catch (ProblemException x) {
                share.removeSubscription();
                throw x;
            }
        } catch (ProblemException x) {
            session.send(error(id, x.problem()));
        }
    }

    private NamedSubscriptions.@Nullable Name name(SocketRequest request, Subscriptions.Wanted wanted) {
        String name = request.name();
        if (name == null) {
            return null;
        }
        if (name.isEmpty() || name.length() > LONGEST_NAME) {
            throw bad("the name has %d characters; expected 1 to %d".formatted(name.length(), LONGEST_NAME));
        }
        return check.access().named(name, wanted.pattern());
    }

    private StartPosition start(NamedSubscriptions.Name name, StartPosition given, boolean hasStart) {
        Position acknowledged = named().acknowledged(name);
        if (acknowledged != null) {
            return StartPosition.after(acknowledged);
        }
        return hasStart ? given : StartPosition.FORGOTTEN;
    }

    private NamedSubscriptions named() {
        return check.access().entitlements().topics().named();
    }

    private void own(WebSocketSession session, Subscription made, NamedSubscriptions.Name name) {
        Runnable takenOver = () -> session.session().dispatcher().execute(() -> {
            if (remove(session, made)) {
                session.send(error(
                        made.id(), Problem.of(Status.CONFLICT, "another session has taken the subscription over")));
            }
        });
        if (named.isEmpty()) {
            named = new HashMap<>(2);
        }
        named.put(made, new Owned(name, takenOver));
        // What the client has not acknowledged comes again, from the beginning on; where that is a gap, the gap.
        if (!made.hasGap()) {
            named().acknowledge(name, made.resumption());
        }
        named().begin(name, takenOver);
    }

    private void acknowledge(WebSocketSession session, SocketRequest request, int id) {
        Subscription of = existing(session, id);
        Owned owned = named.get(of);
        if (owned == null) {
            throw bad("the subscription %d has no name: there is nothing to acknowledge".formatted(id));
        }
        Position position;
        try {
            position = Position.parse(request.position());
        } catch (IllegalArgumentException x) {
            throw bad(String.valueOf(x.getMessage()));
        }
        if (!position.epoch().equals(of.topic().log().epoch()) || position.offset() > of.position()) {
            throw bad("the position %s has not been sent; expected one up to %s"
                    .formatted(position, position(of, of.position())));
        }
        named().acknowledge(owned.name(), position);
    }

    private void unsubscribe(WebSocketSession session, int id) {
        Subscription ended = existing(session, id);
        remove(session, ended);
        session.send(reply("unsubscribed", id, position(ended, ended.position())));
    }

    private static Subscription existing(WebSocketSession session, int id) {
        Subscription found = find(session, id);
        if (found == null) {
            throw bad("the id %d has no subscription".formatted(id));
        }
        return found;
    }

    private static @Nullable Subscription find(WebSocketSession session, int id) {
        for (Subscription each : session.session().subscriptions()) {
            if (each.id() == id) {
                return each;
            }
        }
        return null;
    }

    /** Ends a subscription. Returns whether there was one. */
    private boolean remove(WebSocketSession session, Subscription ended) {
        if (!session.session().subscriptions().contains(ended)) {
            return false;
        }
        session.session().unsubscribe(ended);
        share.removeSubscription();
        disown(ended);
        return true;
    }

    private void disown(Subscription ended) {
        if (!named.isEmpty()) {
            Owned owned = named.remove(ended);
            if (owned != null) {
                named().end(owned.name(), owned.takenOver());
            }
        }
    }

    /** Ends the subscriptions to topics that are no longer declared, and those that the client may not have any more, and says so. */
    @Override
    public void look(WebSocketSession session, long nowNanos) {
        List<Subscription> all = session.session().subscriptions();
        for (Subscription each : all) {
            if (each.topic().isClosed() && remove(session, each)) {
                session.send(error(
                        each.id(),
                        Problem.of(
                                Status.NOT_FOUND,
                                "the topic %s is no longer there"
                                        .formatted(each.topic().name()))));
            }
        }
        check.look(nowNanos, all, session.session().dispatcher(), (subscription, refusal) -> {
            if (remove(session, subscription)) {
                session.send(error(subscription.id(), Refusals.problem(refusal)));
            }
        });
    }

    /** The session is over. */
    @Override
    public void close() {
        share.close();
        List.copyOf(named.keySet()).forEach(this::disown);
    }

    private static Position position(Subscription subscription, long offset) {
        return new Position(subscription.topic().log().epoch(), offset);
    }

    /** Returns a reply, in which nothing has to be escaped. */
    static byte[] reply(String type, @Nullable Integer id, Position position) {
        return ("{\"type\":\"" + type + "\"," + (id == null ? "" : "\"id\":" + id + ",") + "\"position\":\"" + position
                        + "\"}")
                .getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] error(@Nullable Integer id, Problem problem) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("type", "error");
        if (id != null) {
            error.put("id", id);
        }
        error.put("status", problem.status());
        error.put("detail", problem.detail());
        return Json.of(error).bytes();
    }

    private static int required(@Nullable Integer id) {
        if (id == null) {
            throw bad("the id is missing; expected a whole number");
        }
        return id;
    }

    private static ProblemException bad(String detail) {
        return SocketRequest.bad(detail);
    }
}
