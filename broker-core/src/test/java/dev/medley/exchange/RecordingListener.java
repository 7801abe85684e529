package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.thread.internal.Soon;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records what an exchange reports, and everything that is wrong about it: see {@link EventRules}; besides, that two
 * calls never overlap. Runs the action that the test has set for an event.
 */
final class RecordingListener implements ExchangeListener {

    private final EventRules rules;
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private final List<BodyPart> parts = new CopyOnWriteArrayList<>();
    private final Map<Event, Consumer<DefaultExchange>> actions = new EnumMap<>(Event.class);
    private final AtomicReference<@Nullable Thread> caller = new AtomicReference<>();
    private volatile boolean readsOn;
    private volatile @Nullable DefaultExchange exchange;

    RecordingListener(EventRules rules) {
        this.rules = rules;
    }

    // ---- Set by the test, before the start. --------------------------------------------------------------------

    /** Has {@code action} done in each {@code event}. */
    RecordingListener on(Event event, Consumer<DefaultExchange> action) {
        actions.put(event, action);
        return this;
    }

    /** Has each part of a streamed body followed by the next. */
    RecordingListener readingOn() {
        readsOn = true;
        return this;
    }

    void observe(DefaultExchange started) {
        exchange = started;
    }

    /** Returns whether the exchange has processed all that has happened to it so far. */
    boolean isAtRest() {
        DefaultExchange started = exchange;
        return started == null || started.isAtRest();
    }

    // ---- What there is to see. ----------------------------------------------------------------------------------

    DefaultExchange exchange() {
        return Objects.requireNonNull(exchange, "not started");
    }

    List<Event> events() {
        return events;
    }

    /** The parts of a streamed body so far. */
    List<BodyPart> parts() {
        return parts;
    }

    /** The text of all parts. */
    String streamedText() {
        StringBuilder text = new StringBuilder();
        parts.forEach(part ->
                text.append(StandardCharsets.ISO_8859_1.decode(part.bytes().duplicate())));
        return text.toString();
    }

    /** Waits for {@code event}. */
    RecordingListener await(Event event) {
        Soon.until(event + " of " + exchange, () -> events.contains(event));
        return this;
    }

    /** Waits until the exchange is in {@code state}, and all that goes with it has been done. */
    RecordingListener await(ExchangeState state) {
        Soon.until(
                state + " of " + exchange,
                () -> exchange().state() == state && exchange().isAtRest());
        return this;
    }

    /** Waits for the end, and for the dependents of the response's stage. */
    RecordingListener awaitEnd() {
        CompletableFuture<String> ended = exchange()
                .response()
                .handle((answer, failure) -> answer == null ? "failed" : "answered")
                .toCompletableFuture();
        assertThat(ended).as("end of %s, %s", exchange, events).succeedsWithin(Soon.PATIENCE);
        return this;
    }

    /** The answer, which has to come. */
    PartnerResponse response() {
        return exchange()
                .response()
                .toCompletableFuture()
                .orTimeout(Soon.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Why it ended as it did, which must not be well. */
    ExchangeException failure() {
        awaitEnd();
        return Objects.requireNonNull(exchange().failure(), "it completed");
    }

    /** Checks how it ended. */
    void assertEnded(Outcome outcome, @Nullable Reason reason) {
        awaitEnd();
        ExchangeException failure = exchange().failure();
        assertThat(exchange().outcome()).as("%s, %s", failure, events).isEqualTo(outcome);
        assertThat(failure == null ? null : failure.reason()).as("%s", failure).isEqualTo(reason);
    }

    /** Checks that it was reported as it should be, and that its end was. */
    void assertLegal() {
        assertThat(violations).as("%s", exchange).isEmpty();
        assertThat(events).as("%s", exchange).containsOnlyOnce(Event.ENDED).endsWith(Event.ENDED);
    }

    // ---- Events of the exchange. --------------------------------------------------------------------------------

    @Override
    public void onConnectionEstablished(Exchange from) {
        record(Event.CONNECTION_ESTABLISHED, from);
    }

    @Override
    public void onConnectionFailed(Exchange from, Throwable failure) {
        record(Event.CONNECTION_FAILED, from);
    }

    @Override
    public void onConnectionIdle(Exchange from) {
        record(Event.CONNECTION_IDLE, from);
    }

    @Override
    public void onWaitingForResponse(Exchange from) {
        record(Event.WAITING_FOR_RESPONSE, from);
    }

    @Override
    public void onHeadersCompleted(Exchange from) {
        record(Event.HEADERS_COMPLETED, from);
    }

    @Override
    public void onBodyPart(Exchange from, BodyPart part) {
        parts.add(part);
        record(Event.BODY_PART, from);
        if (readsOn) {
            part.next();
        }
    }

    @Override
    public void onBodyCompleted(Exchange from) {
        record(Event.BODY_COMPLETED, from);
    }

    @Override
    public void onExpired(Exchange from) {
        record(Event.EXPIRED, from);
    }

    @Override
    public void onEnded(Exchange from, Outcome outcome) {
        if (outcome != from.outcome()) {
            violations.add("ended as " + outcome + ", not as " + from.outcome());
        }
        record(Event.ENDED, from);
    }

    private void record(Event event, Exchange reporting) {
        DefaultExchange from = (DefaultExchange) reporting;
        if (!caller.compareAndSet(null, Thread.currentThread())) {
            violations.add(event + " while another call is being made by " + caller.get());
        }
        try {
            violations.addAll(rules.violations(events, event, from));
            events.add(event);
            actions.getOrDefault(event, e -> {}).accept(from);
        } finally {
            caller.set(null);
        }
    }
}
