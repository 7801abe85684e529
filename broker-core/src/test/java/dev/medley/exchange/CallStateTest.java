package dev.medley.exchange;

import static dev.medley.exchange.internal.call.CallState.ABANDONED;
import static dev.medley.exchange.internal.call.CallState.COMPLETED;
import static dev.medley.exchange.internal.call.CallState.CREATED;
import static dev.medley.exchange.internal.call.CallState.FAILED;
import static dev.medley.exchange.internal.call.CallState.RUNNING;
import static dev.medley.exchange.internal.call.CallState.WON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.exchange.internal.call.CallState;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CallStateTest {

    private static Set<CallState> allowed(CallState from) {
        return switch (from) {
            case CREATED -> EnumSet.of(RUNNING, COMPLETED, ABANDONED, FAILED);
            case RUNNING -> EnumSet.of(WON, COMPLETED, FAILED, ABANDONED);
            case WON -> EnumSet.of(COMPLETED, FAILED, ABANDONED);
            case COMPLETED, FAILED, ABANDONED -> EnumSet.noneOf(CallState.class);
        };
    }

    @ParameterizedTest(name = "{0} to {1}")
    @MethodSource("pairs")
    void aCallIsWonOnceAndEndsOnce(CallState from, CallState to) {
        assertThat(from.mayBecome(to)).isEqualTo(allowed(from).contains(to));
    }

    static Stream<Arguments> pairs() {
        return Stream.of(CallState.values())
                .flatMap(from -> Stream.of(CallState.values()).map(to -> Arguments.of(from, to)));
    }

    @ParameterizedTest
    @EnumSource
    void onlyAnEndHasNoExit(CallState state) {
        assertThat(Stream.of(CallState.values()).anyMatch(state::mayBecome)).isEqualTo(!state.isEnd());
    }
}
