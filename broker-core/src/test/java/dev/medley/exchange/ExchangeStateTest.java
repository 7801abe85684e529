package dev.medley.exchange;

import static dev.medley.exchange.ExchangeState.BODY;
import static dev.medley.exchange.ExchangeState.CANCELLED;
import static dev.medley.exchange.ExchangeState.COMPLETED;
import static dev.medley.exchange.ExchangeState.CONNECTED;
import static dev.medley.exchange.ExchangeState.CONNECTING;
import static dev.medley.exchange.ExchangeState.CREATED;
import static dev.medley.exchange.ExchangeState.EXPIRED;
import static dev.medley.exchange.ExchangeState.FAILED;
import static dev.medley.exchange.ExchangeState.HANDSHAKING;
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

    private static final Set<ExchangeState> BEFORE_THE_RESPONSE =
            EnumSet.of(QUEUED, CONNECTING, HANDSHAKING, CONNECTED, SENDING, WAITING);

    /**
     * The state is that of the attempt that leads, whose own table is {@link AttemptStateTest}'s. Until the response has
     * begun, another attempt may take the lead, in any state.
     */
    private static Set<ExchangeState> allowed(ExchangeState from) {
        Set<ExchangeState> next = EnumSet.of(FAILED, EXPIRED, CANCELLED);
        switch (from) {
            case CREATED, QUEUED, CONNECTING, HANDSHAKING, CONNECTED, SENDING, WAITING -> {
                next.addAll(BEFORE_THE_RESPONSE);
                next.add(HEADERS);
            }
            case HEADERS -> next.add(BODY);
            case BODY -> next.add(COMPLETED);
            case COMPLETED, FAILED, EXPIRED, CANCELLED -> next.clear();
        }
        return next;
    }

    @ParameterizedTest(name = "{0} to {1}")
    @MethodSource("pairs")
    void anExchangeMovesAsItsLeadingAttemptsDo(ExchangeState from, ExchangeState to) {
        assertThat(from.mayBecome(to)).isEqualTo(allowed(from).contains(to));
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
    void onlyAnotherLeaderMayBeInTheSameState(ExchangeState state) {
        assertThat(state.mayBecome(state)).isEqualTo(BEFORE_THE_RESPONSE.contains(state));
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
