package dev.medley.exchange;

import static dev.medley.exchange.ExchangeState.BODY;
import static dev.medley.exchange.ExchangeState.CANCELLED;
import static dev.medley.exchange.ExchangeState.COMPLETED;
import static dev.medley.exchange.ExchangeState.CONNECTED;
import static dev.medley.exchange.ExchangeState.CONNECTING;
import static dev.medley.exchange.ExchangeState.CREATED;
import static dev.medley.exchange.ExchangeState.EXPIRED;
import static dev.medley.exchange.ExchangeState.FAILED;
import static dev.medley.exchange.ExchangeState.HEADERS;
import static dev.medley.exchange.ExchangeState.QUEUED;
import static dev.medley.exchange.ExchangeState.SENDING;
import static dev.medley.exchange.ExchangeState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExchangeStateTest {

    private static final Set<ExchangeState> ENDS = EnumSet.of(COMPLETED, FAILED, EXPIRED, CANCELLED);

    /**
     * Figure 3 of the paper in words. A connection is being established, with retries; a request is sent over it; the
     * response is awaited, then its header parsed, then its body; then the connection is idle. A time-out may come
     * "when the client is waiting for or getting a response", whereupon the request may be sent again. Medley adds the
     * queue before it all, and lets an exchange be ended in every state.
     */
    private static Set<ExchangeState> figure3(ExchangeState from) {
        return switch (from) {
            case CREATED -> EnumSet.of(QUEUED, FAILED, EXPIRED, CANCELLED);
            case QUEUED -> EnumSet.of(CONNECTING, CONNECTED, FAILED, EXPIRED, CANCELLED);
            case CONNECTING -> EnumSet.of(CONNECTED, QUEUED, FAILED, EXPIRED, CANCELLED);
            case CONNECTED -> EnumSet.of(SENDING, FAILED, EXPIRED, CANCELLED);
            case SENDING -> EnumSet.of(WAITING, HEADERS, QUEUED, FAILED, EXPIRED, CANCELLED);
            case WAITING -> EnumSet.of(HEADERS, QUEUED, FAILED, EXPIRED, CANCELLED);
            case HEADERS -> EnumSet.of(BODY, FAILED, EXPIRED, CANCELLED);
            case BODY -> EnumSet.of(COMPLETED, FAILED, EXPIRED, CANCELLED);
            case COMPLETED, FAILED, EXPIRED, CANCELLED -> EnumSet.noneOf(ExchangeState.class);
        };
    }

    @ParameterizedTest(name = "{0} to {1}")
    @MethodSource("pairs")
    void anExchangeMovesAsFigure3Says(ExchangeState from, ExchangeState to) {
        assertThat(from.mayBecome(to)).isEqualTo(figure3(from).contains(to));
    }

    static Stream<Arguments> pairs() {
        return Stream.of(ExchangeState.values())
                .flatMap(from -> Stream.of(ExchangeState.values()).map(to -> Arguments.of(from, to)));
    }

    @ParameterizedTest
    @EnumSource
    void onlyAnEndHasNoExit(ExchangeState state) {
        boolean exit = Stream.of(ExchangeState.values()).anyMatch(state::mayBecome);
        assertThat(exit).isEqualTo(!ENDS.contains(state));
        assertThat(state.isEnd()).isEqualTo(ENDS.contains(state));
    }

    @ParameterizedTest
    @EnumSource
    void noStateFollowsItself(ExchangeState state) {
        assertThat(state.mayBecome(state)).isFalse();
    }

    @Test
    void everyStateIsReached() {
        Set<ExchangeState> reached = EnumSet.of(CREATED);
        boolean more = true;
        while (more) {
            Set<ExchangeState> next = EnumSet.copyOf(reached);
            Stream.of(ExchangeState.values())
                    .filter(to -> reached.stream().anyMatch(from -> from.mayBecome(to)))
                    .forEach(next::add);
            more = reached.addAll(next);
        }
        assertThat(reached).containsExactlyInAnyOrder(ExchangeState.values());
    }

    @ParameterizedTest
    @EnumSource
    void everyStateButAnEndMayBeTheLastOfAFailure(ExchangeState state) {
        boolean open = !ENDS.contains(state);
        assertThat(state.mayBecome(FAILED)).isEqualTo(open);
        assertThat(state.mayBecome(EXPIRED)).isEqualTo(open);
        assertThat(state.mayBecome(CANCELLED)).isEqualTo(open);
    }

    @ParameterizedTest
    @EnumSource
    void everyOutcomeHasItsState(Outcome outcome) {
        assertThat(outcome.state().isEnd()).isTrue();
        assertThat(outcome.state().label()).isEqualTo(outcome.label());
    }

    @ParameterizedTest
    @EnumSource
    void everyReasonLeadsToABadEnd(Reason reason) {
        assertThat(reason.outcome()).isNotEqualTo(Outcome.COMPLETED);
        assertThat(reason.label()).matches("[a-z ]+");
    }
}
