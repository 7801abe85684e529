package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of the events, against which all tests of the exchange are held. */
class EventTest {

    @ParameterizedTest
    @EnumSource
    void everyEventButTheLastLeadsToTheLast(Event event) {
        assertThat(event.next().contains(Event.ENDED)).isEqualTo(event != Event.ENDED);
        assertThat(Stream.of(Event.values()).filter(before -> before.next().contains(event)))
                .isNotEmpty();
    }
}
