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
import java.util.Collection;
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
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
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

        /**
         * A look, once a second: keeps a silent connection open, and ends one whose client takes nothing.
         *
         * @param now by the clock
         * @param heartbeat nanoseconds after which a connection is silent
         */
        void look(long now, long heartbeat);

        /** Ends it behind what is being written: the server stops. */
        void endSoon();
    }

    private static final Duration LOOK = Duration.ofSeconds(1);
    /** A look at all is made in so many parts: pings are so small a part of the work of a moment. */
    private static final int PARTS = 20;

    private static final int RETRY_MILLIS = 2000;
    /** Over which the clients of a server that stops come back. */
    private static final int SPREAD_MILLIS = 10_000;

    /** Sessions of one turn. */
    private static final int AT_A_TIME = 128;

    private final Clock clock;
    private final List<Dispatcher> dispatchers;
    private final AtomicInteger turn = new AtomicInteger();
    private final Map<Dispatcher, Open> open = new HashMap<>();
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
        dispatchers.forEach(dispatcher -> open.put(dispatcher, new Open()));
    }

    /** What is open at one dispatcher, and used by that. */
    private static final class Open {
        private final List<Set<Watched>> parts =
                Stream.<Set<Watched>>generate(LinkedHashSet::new).limit(PARTS).toList();
        /** What ends the polls that wait. */
        private final Set<Runnable> polls = new LinkedHashSet<>();

        private final LagSample lag = new LagSample();
        private int next;

        Set<Watched> part(Watched session) {
            return parts.get(Math.floorMod(System.identityHashCode(session), PARTS));
        }

        List<Watched> all() {
            return parts.stream().flatMap(Set::stream).toList();
        }

        /** Returns those whose turn it is. */
        List<Watched> turn() {
            next = (next + 1) % PARTS;
            if (next == 0) {
                lag.report();
            }
            return List.copyOf(parts.get(next));
        }
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
        clock.schedule(LOOK.toNanos() / PARTS, this::look);
    }

    private void look() {
        if (!closed) {
            long heartbeat = heartbeatNanos();
            open.forEach((dispatcher, each) -> dispatcher.execute(() -> inTurns(dispatcher, each.turn(), session -> {
                each.lag.add(session.session());
                session.look(clock.nanoTime(), heartbeat);
            })));
            clock.schedule(LOOK.toNanos() / PARTS, this::look);
        }
    }

    /** Does something with {@code sessions}, some at a time. By their dispatcher. */
    private static void inTurns(Dispatcher dispatcher, List<Watched> sessions, Consumer<Watched> action) {
        int count = Math.min(sessions.size(), AT_A_TIME);
        sessions.subList(0, count).forEach(action);
        if (count < sessions.size()) {
            List<Watched> others = sessions.subList(count, sessions.size());
            dispatcher.executeBehindOthers(() -> inTurns(dispatcher, others, action));
        }
    }

    /** A session has begun. By its dispatcher. */
    void add(Watched session) {
        openBeside(session).part(session).add(session);
        counts.sessionBegun(session.kind());
        if (closed) {
            session.endSoon();
        }
    }

    /** A session has ended. By its dispatcher. */
    void remove(Watched session) {
        if (openBeside(session).part(session).remove(session)) {
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
        Set<Runnable> waiting = Objects.requireNonNull(open.get(dispatcher)).polls;
        waiting.add(end);
        return () -> waiting.remove(end);
    }

    private Open openBeside(Watched session) {
        return Objects.requireNonNull(open.get(session.session().dispatcher()));
    }

    /** Ends all sessions: their clients come back, spread over a time. Sessions that begin from now on end at once. Returns when all have ended. */
    CompletionStage<@Nullable Void> close() {
        closed = true;
        open.forEach((dispatcher, each) -> dispatcher.execute(() -> {
            inTurns(dispatcher, each.all(), Watched::endSoon);
            List.copyOf(each.polls).forEach(Runnable::run);
        }));
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
