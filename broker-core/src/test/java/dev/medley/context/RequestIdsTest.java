package dev.medley.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestIdsTest {

    private static final String MADE = "[0-9a-f]{32}";
    private static final String PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-a-later-version-adds"
            })
    void theTraceIdOfAWellFormedTraceparentIsTheId(String parent) {
        RequestId id = of("traceparent", parent);

        assertThat(id.value()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(id.traceparent()).isEqualTo(parent);
    }

    @Test
    void aTraceparentOfALaterVersionThatNoPartnerWouldTakeIsNone() {
        String later = "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-";

        assertThat(of("traceparent", later + "x".repeat(512 - later.length())).traceparent())
                .hasSize(512);
        assertThat(of("traceparent", later + "x".repeat(513 - later.length())).traceparent())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "00",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.more",
                "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7-01",
                " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-\u00e9",
                "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-a\tb",
            })
    void aMalformedTraceparentIsNoneAndNotPassedOn(String parent) {
        RequestId id = new RequestIds("X-Request-Id", true)
                .of(field -> Map.of("traceparent", List.of(parent), "tracestate", List.of("a=b"))
                        .getOrDefault(field, List.of()));

        assertThat(id.value()).matches(MADE).doesNotContain("a3ce929d0e0e47");
        assertThat(id.traceparent()).isNull();
        assertThat(id.tracestate()).isNull();
    }

    @Test
    void ofTwoTraceparentsNoneIsTaken() {
        assertThat(of("traceparent", PARENT, PARENT).traceparent()).isNull();
    }

    @Test
    void aTracestateInSeveralFieldsIsOne() {
        assertThat(withState("a=1", "b=2").tracestate()).isEqualTo("a=1,b=2");
    }

    @Test
    void aTracestateThatIsTooLongOrNotAsciiIsNotPassedOn() {
        assertThat(withState("a=" + "x".repeat(511)).tracestate()).isNull();
        assertThat(withState("a=\u00e9").tracestate()).isNull();
        assertThat(withState("a=" + "x".repeat(510)).tracestate()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"a", "order-7", "4BF92F35-77B3", "a/b:c.d_e~f+g=h@i"})
    void theConfiguredFieldIsTaken(String id) {
        assertThat(of("X-Request-Id", id).value()).isEqualTo(id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "a,b", "a\"b", "a\\b", "a%b", "a\nb", "a;b", "a[b]", "\u00e9"})
    void aMalformedIdIsReplaced(String id) {
        assertThat(of("X-Request-Id", id).value()).matches(MADE);
    }

    @Test
    void anIdHas128CharactersAtMost() {
        assertThat(of("X-Request-Id", "a".repeat(128)).value()).hasSize(128);
        assertThat(of("X-Request-Id", "a".repeat(129)).value()).matches(MADE);
    }

    @Test
    void idsOfClientsThatAreNotTrustedAreReplaced() {
        RequestId id = new RequestIds("X-Request-Id", false)
                .of(field -> Map.of("traceparent", List.of(PARENT), "X-Request-Id", List.of("order-7"))
                        .getOrDefault(field, List.of()));

        assertThat(id.value()).matches(MADE).isNotEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(id.traceparent()).isNull();
    }

    @Test
    void newIdsDiffer() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 100_000; i++) {
            ids.add(RequestIds.create().value());
        }

        assertThat(ids).hasSize(100_000);
    }

    private static RequestId of(String name, String... values) {
        return new RequestIds("X-Request-Id", true).of(field -> field.equals(name) ? Arrays.asList(values) : List.of());
    }

    private static RequestId withState(String... values) {
        return new RequestIds("X-Request-Id", true)
                .of(field -> Map.of("traceparent", List.of(PARENT), "tracestate", Arrays.asList(values))
                        .getOrDefault(field, List.of()));
    }
}
