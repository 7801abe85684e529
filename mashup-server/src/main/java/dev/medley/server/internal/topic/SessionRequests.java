package dev.medley.server.internal.topic;

import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.access.SessionLimits;
import dev.medley.server.internal.topic.access.TopicAccess;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.server.internal.topic.exchange.TopicExchange;
import dev.medley.server.internal.topic.exchange.TopicRequest;
import dev.medley.servlet.internal.inbound.TopicUse;
import dev.medley.setting.internal.InvalidValueException;
import dev.medley.setting.internal.ValueParsers;
import dev.medley.topic.internal.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;

/** Begins event streams and polls that requests ask for. Thread-safe. */
final class SessionRequests {

    private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

    private final TopicSessions sessions;
    private final SessionLimits limits;

    SessionRequests(TopicSessions sessions, SessionLimits limits) {
        this.sessions = sessions;
        this.limits = limits;
    }

    void stream(String subject, TopicAccess access, TopicExchange exchange) {
        TopicRequest asked = access.request();
        String position = exchange.fields().get("Last-Event-ID");
        if (position == null) {
            // A browser cannot set the field for its first request.
            position = asked.parameter("lastEventID");
        }
        Subscriptions wanted = Subscriptions.of(access.entitlements(), subject, asked.parameters("subject"), position);
        exchange.lasts(true);
        access.maySubscribe(wanted.patterns()).whenComplete((permitted, failure) -> {
            try {
                if (failure != null) {
                    throw failure;
                }
                begin(wanted, access, exchange);
            } catch (Throwable x) {
                Refusals.refuse(x, exchange);
            }
        });
    }

    private void begin(Subscriptions wanted, TopicAccess access, TopicExchange exchange) {
        SessionLimits.Share share = share(access, wanted.wanted().size());
        EventStream stream = new EventStream(sessions, sessions.dispatcher(), access, share, exchange);
        exchange.onFailure(stream::failed);
        stream.session().dispatcher().run(() -> {
            if (stream.isOver()) {
                return;
            }
            List<Subscription> begun = new ArrayList<>();
            try {
                for (Subscriptions.Wanted each : wanted.wanted()) {
                    begun.add(each.in(stream.session()));
                }
            } catch (ProblemException x) {
                stream.session().close();
                share.close();
                Refusals.refuse(x, exchange);
                return;
            }
            TopicUse use = exchange.use();
            use.session(stream.session()::collected);
            use.begun(NanoTime.now());
            exchange.replyField("Cache-Control", "no-store");
            // Nginx would collect the events.
            exchange.replyField("X-Accel-Buffering", "no");
            exchange.begin("text/event-stream");
            stream.begin(begun);
        });
    }

    private SessionLimits.Share share(TopicAccess access, int subscriptions) {
        return limits.begin(access.request().remoteAddress(), access.caller(), subscriptions);
    }

    void poll(String subject, TopicAccess access, TopicExchange exchange) {
        TopicRequest asked = access.request();
        Subscriptions wanted = Subscriptions.of(access.entitlements(), subject, List.of(), asked.parameter("after"));
        long wait = wait(asked.parameter("wait"));
        exchange.lasts(false);
        access.maySubscribe(wanted.patterns()).whenComplete((permitted, failure) -> {
            try {
                if (failure != null) {
                    throw failure;
                }
                begin(wanted.wanted().get(0), wait, access, exchange);
            } catch (Throwable x) {
                Refusals.refuse(x, exchange);
            }
        });
    }

    private void begin(Subscriptions.Wanted wanted, long wait, TopicAccess access, TopicExchange exchange) {
        TopicPoll poll = new TopicPoll(sessions.dispatcher(), share(access, 1), exchange::reply);
        exchange.onFailure(failure -> {
            poll.cancel();
            exchange.end(failure);
        });
        poll.session().dispatcher().run(() -> {
            exchange.use().begun(NanoTime.now());
            try {
                poll.begin(wanted, sessions, wait);
            } catch (ProblemException x) {
                poll.cancel();
                Refusals.refuse(x, exchange);
            }
        });
    }

    private static long wait(@Nullable String text) {
        if (text == null) {
            return LONGEST_POLL.toNanos();
        }
        try {
            Duration wait = ValueParsers.durationOrZero().parse(text);
            return Math.min(wait.toNanos(), LONGEST_POLL.toNanos());
        } catch (InvalidValueException x) {
            throw Refusals.exception(Status.BAD_REQUEST, "the parameter wait " + x.getMessage());
        }
    }
}
