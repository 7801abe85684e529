package dev.medley.exchange;

import java.util.EnumSet;
import java.util.Set;

/** The calls of an {@link ExchangeListener}, and which may come after which. */
enum Event {
    CONNECTION_ESTABLISHED,
    CONNECTION_FAILED,
    WAITING_FOR_RESPONSE,
    HEADERS_COMPLETED,
    BODY_PART,
    BODY_COMPLETED,
    CONNECTION_IDLE,
    EXPIRED,
    ENDED;

    /** The events that may be the first of an exchange; the same begin a new attempt. */
    static Set<Event> first() {
        return EnumSet.of(CONNECTION_ESTABLISHED, CONNECTION_FAILED, EXPIRED, ENDED);
    }

    /** The events that may come next. */
    Set<Event> next() {
        return switch (this) {
            case CONNECTION_FAILED -> first();
            case CONNECTION_ESTABLISHED -> with(first(), WAITING_FOR_RESPONSE, HEADERS_COMPLETED);
            case WAITING_FOR_RESPONSE -> with(first(), HEADERS_COMPLETED);
            case HEADERS_COMPLETED, BODY_PART -> EnumSet.of(BODY_PART, BODY_COMPLETED, EXPIRED, ENDED);
            case BODY_COMPLETED -> EnumSet.of(CONNECTION_IDLE, EXPIRED, ENDED);
            case CONNECTION_IDLE -> EnumSet.of(EXPIRED, ENDED);
            case EXPIRED -> EnumSet.of(ENDED);
            case ENDED -> EnumSet.noneOf(Event.class);
        };
    }

    /** Returns whether an exchange that is in {@code state} may report this event. */
    boolean fits(ExchangeState state) {
        return switch (this) {
            case CONNECTION_ESTABLISHED -> state == ExchangeState.CONNECTED;
            case CONNECTION_FAILED -> state == ExchangeState.CONNECTING || state == ExchangeState.HANDSHAKING;
            case WAITING_FOR_RESPONSE -> state == ExchangeState.WAITING;
            case HEADERS_COMPLETED -> state == ExchangeState.HEADERS;
            case BODY_PART, BODY_COMPLETED, CONNECTION_IDLE -> state == ExchangeState.BODY;
            case EXPIRED -> state == ExchangeState.EXPIRED;
            case ENDED -> state.isEnd();
        };
    }

    private static Set<Event> with(Set<Event> some, Event... more) {
        some.addAll(Set.of(more));
        return some;
    }
}
