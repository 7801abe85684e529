package dev.medley.exchange;

import static dev.medley.exchange.internal.call.AttemptState.ABANDONED;
import static dev.medley.exchange.internal.call.AttemptState.BODY;
import static dev.medley.exchange.internal.call.AttemptState.COMPLETED;
import static dev.medley.exchange.internal.call.AttemptState.CONNECTED;
import static dev.medley.exchange.internal.call.AttemptState.CONNECTING;
import static dev.medley.exchange.internal.call.AttemptState.FAILED;
import static dev.medley.exchange.internal.call.AttemptState.HANDSHAKING;
import static dev.medley.exchange.internal.call.AttemptState.HEADERS;
import static dev.medley.exchange.internal.call.AttemptState.SENDING;
import static dev.medley.exchange.internal.call.AttemptState.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.exchange.internal.call.AttemptState;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class AttemptStateTest {

    private static final Set<AttemptState> ENDS = EnumSet.of(COMPLETED, FAILED, ABANDONED);

    /**
     * Figure 3 of the paper for one attempt. A connection is being established; a request is sent over it; the response is
     * awaited, then its header parsed, then its body. Medley adds the queue before it all and the TLS handshake after connecting, lets the response begin before
     * all of the request is sent, and lets an attempt be ended in every state.
     */
    private static Set<AttemptState> figure3(AttemptState from) {
        return switch (from) {
            case QUEUED -> EnumSet.of(CONNECTING, CONNECTED, FAILED, ABANDONED);
            case CONNECTING -> EnumSet.of(HANDSHAKING, CONNECTED, FAILED, ABANDONED);
            case HANDSHAKING -> EnumSet.of(CONNECTED, FAILED, ABANDONED);
            case CONNECTED -> EnumSet.of(SENDING, FAILED, ABANDONED);
            case SENDING -> EnumSet.of(WAITING, HEADERS, FAILED, ABANDONED);
            case WAITING -> EnumSet.of(HEADERS, FAILED, ABANDONED);
            case HEADERS -> EnumSet.of(BODY, FAILED, ABANDONED);
            case BODY -> EnumSet.of(COMPLETED, FAILED, ABANDONED);
            case COMPLETED, FAILED, ABANDONED -> EnumSet.noneOf(AttemptState.class);
        };
    }

    @ParameterizedTest(name = "{0} to {1}")
    @MethodSource("pairs")
    void anAttemptMovesAsFigure3Shows(AttemptState from, AttemptState to) {
        assertThat(from.mayBecome(to)).isEqualTo(figure3(from).contains(to));
    }

    static Stream<Arguments> pairs() {
        return Stream.of(AttemptState.values())
                .flatMap(from -> Stream.of(AttemptState.values()).map(to -> Arguments.of(from, to)));
    }

    @ParameterizedTest
    @EnumSource
    void onlyAnEndHasNoExit(AttemptState state) {
        assertThat(Stream.of(AttemptState.values()).anyMatch(state::mayBecome)).isEqualTo(!ENDS.contains(state));
        assertThat(state.isEnd()).isEqualTo(ENDS.contains(state));
    }

    @ParameterizedTest
    @EnumSource
    void anExchangeShowsTheStateOfItsLeadingAttempt(AttemptState state) {
        assertThat(state.exchangeState().isEnd()).isEqualTo(state.isEnd());
        if (!state.isEnd()) {
            assertThat(state.exchangeState().name()).isEqualTo(state.name());
        }
    }
}
