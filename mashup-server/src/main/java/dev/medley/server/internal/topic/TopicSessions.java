package dev.medley.server.internal.topic;

import dev.medley.thread.internal.Clock;
import dev.medley.topic.SessionSettings;
import dev.medley.topic.internal.Dispatcher;
import dev.medley.topic.internal.LagSample;
import dev.medley.topic.internal.Session;
import dev.medley.topic.internal.SessionKind;
import dev.medley.topic.internal.Subscription;
import dev.medley.topic.internal.TopicCounts;
import dev.medley.topic.internal.log.LogMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions that there are, and the looks at them. Sessions of one dispatcher are looked at by that, some at a time. Thread-safe, where
 * a method does not say otherwise.
 */
final class TopicSessions {

    /** A session, for the looks. Called by its dispatcher. */
    interface Watched {

        /** Returns what it has subscribed to. */
        Session session();

        /** Returns how it gets its messages. By any thread. */
        SessionKind kind();

        /** A look, once a second: keeps a silent connection open, and ends one whose client takes nothing. */
        void look(long now);

        /** Ends it behind what is being written: the server stops. */
        void endSoon();
    }

    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int RETRY_MILLIS = 2000;
    /** Over which the clients of a server that stops come back. */
    private static final int SPREAD_MILLIS = 10_000;

    /** Sessions of one turn of looks. */
    private static final int AT_A_TIME = 256;

    private final Clock clock;
    private final List<Dispatcher> dispatchers;
    private final AtomicInteger turn = new AtomicInteger();
    private final Map<Dispatcher, Set<Watched>> open = new HashMap<>();
    /** What ends the polls that wait. */
    private final Map<Dispatcher, Set<Runnable>> polls = new HashMap<>();

    private final Map<Dispatcher, LagSample> lags = new HashMap<>();
    private final TopicCounts counts;
    private final Supplier<SessionSettings> settings;
    private final CompletableFuture<@Nullable Void> over = new CompletableFuture<>();
    private volatile boolean closed;

    /** Creates sessions without any; {@code settings} are the current ones. */
    TopicSessions(List<Dispatcher> dispatchers, TopicCounts counts, Supplier<SessionSettings> settings, Clock clock) {
        this.clock = clock;
        this.settings = settings;
        this.counts = counts;
        this.dispatchers = List.copyOf(dispatchers);
        // Each set belongs to its dispatcher.
        dispatchers.forEach(dispatcher -> open.put(dispatcher, new LinkedHashSet<>()));
        dispatchers.forEach(dispatcher -> polls.put(dispatcher, new LinkedHashSet<>()));
        dispatchers.forEach(dispatcher -> lags.put(dispatcher, new LagSample()));
    }

    Clock clock() {
        return clock;
    }

    /** Returns the dispatcher of a session that begins: that of the calling loop, or the next one. */
    Dispatcher dispatcher() {
        for (Dispatcher each : dispatchers) {
            if (each.isCurrent()) {
                return each;
            }
        }
        return dispatchers.get(Math.floorMod(turn.getAndIncrement(), dispatchers.size()));
    }

    /** Begins the looks. */
    void start() {
        clock.schedule(LOOK.toNanos(), this::look);
    }

    private void look() {
        if (!closed) {
            open.forEach(
                    (dispatcher, sessions) -> dispatcher.execute(() -> look(dispatcher, new ArrayList<>(sessions), 0)));
            clock.schedule(LOOK.toNanos(), this::look);
        }
    }

    private void look(Dispatcher dispatcher, List<Watched> sessions, int from) {
        int to = Math.min(sessions.size(), from + AT_A_TIME);
        long now = clock.nanoTime();
        LagSample lag = Objects.requireNonNull(lags.get(dispatcher));
        for (Watched each : sessions.subList(from, to)) {
            lag.add(each.session());
            each.look(now);
        }
        if (to < sessions.size()) {
            dispatcher.executeBehindOthers(() -> look(dispatcher, sessions, to));
        } else {
            lag.report();
        }
    }

    /** A session has begun. By its dispatcher. */
    void add(Watched session) {
        sessionsOf(session).add(session);
        counts.sessionBegun(session.kind());
        if (closed) {
            session.endSoon();
        }
    }

    /** A session has ended. By its dispatcher. */
    void remove(Watched session) {
        if (sessionsOf(session).remove(session)) {
            counts.sessionEnded(session.kind());
            reportIfOver();
        }
    }

    /** A poll waits, until {@code end} is called. By its dispatcher. Returns what is to be called there when it waits no more. */
    Runnable waits(Dispatcher dispatcher, Runnable end) {
        if (closed) {
            end.run();
            return () -> {};
        }
        Set<Runnable> waiting = Objects.requireNonNull(polls.get(dispatcher));
        waiting.add(end);
        return () -> waiting.remove(end);
    }

    private Set<Watched> sessionsOf(Watched session) {
        return open.getOrDefault(session.session().dispatcher(), Collections.emptySet());
    }

    /** Ends all sessions: their clients come back, spread over a time. Sessions that begin from now on end at once. Returns when all have ended. */
    CompletionStage<@Nullable Void> close() {
        closed = true;
        open.forEach((dispatcher, sessions) ->
                dispatcher.execute(() -> List.copyOf(sessions).forEach(Watched::endSoon)));
        polls.forEach((dispatcher, waiting) ->
                dispatcher.execute(() -> List.copyOf(waiting).forEach(Runnable::run)));
        reportIfOver();
        return over;
    }

    private void reportIfOver() {
        if (closed && counts.sessions() == 0) {
            over.complete(null);
        }
    }

    /** Messages have been handed to the kernel. */
    void written(List<LogMessage> delivered) {
        long now = clock.nanoTime();
        delivered.forEach(message -> message.delivered(now));
        counts.delivered(delivered.size());
    }

    long heartbeatNanos() {
        return settings.get().heartbeat().toNanos();
    }

    /** Returns the least time-out of the topics of a session. */
    long writeTimeoutNanos(Collection<Subscription> subscriptions) {
        return subscriptions.stream()
                .mapToLong(each -> each.topic().settings().writeTimeout().toNanos())
                .min()
                .orElseGet(this::heartbeatNanos);
    }

    /** Returns the time after which a client reconnects by itself. */
    int retryMillis() {
        return RETRY_MILLIS;
    }

    /** Returns the time after which one client comes back whose stream the server ends. */
    int reconnectMillis() {
        return closed ? RETRY_MILLIS + ThreadLocalRandom.current().nextInt(SPREAD_MILLIS) : RETRY_MILLIS;
    }
}
