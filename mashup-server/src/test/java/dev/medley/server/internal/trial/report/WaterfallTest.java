package dev.medley.server.internal.trial.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.recording.RecordedExchange;
import dev.medley.server.recording.Times;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WaterfallTest {

    private static final Terminal ASCII = new Terminal(60, false, false);

    @Test
    void eachExchangeHasABarOfItsPhasesInTheOrderOfTheirStarts() {
        List<String> lines = Waterfall.of(
                List.of(
                        exchange("hotels", new Times(10, 30, 60, 60.0, 90.0, 100)),
                        exchange("weather", new Times(0, 0, 10, 20.0, 60.0, 80))),
                100,
                ASCII);

        assertThat(lines)
                .containsExactly(
                        "         0                           100.0 ms",
                        "weather  ....~~~---------------=======         80.0 ms  200",
                        "hotels      ::::::::...........----------====  90.0 ms  200",
                        ": earlier attempts  . queued  ~ connecting  - waiting  = body");
        assertThat(lines.subList(0, 3)).allMatch(line -> line.length() < ASCII.width());
    }

    @Test
    void anExchangeThatTookNoTimeHasAMark() {
        assertThat(Waterfall.of(List.of(exchange("a", new Times(100, 100, 100, null, 100.0, 100))), 100, ASCII)
                        .get(1))
                .matches("a +=  0\\.0 ms  200");
    }

    @Test
    void failuresAttemptsAndTheCacheAreNamed() {
        RecordedExchange failed = exchange(null, "failed", "timeout", "timeout", 3, null, null);
        RecordedExchange stored = exchange("b", "completed", null, null, 1, "hit", null);
        RecordedExchange joined = exchange("c", "completed", null, null, 1, null, true);

        assertThat(Waterfall.of(List.of(failed, stored, joined), 10, new Terminal(100, true, false)))
                .anyMatch(line -> line.startsWith("users /a?b ") && line.endsWith("timeout, 3 attempts"))
                .anyMatch(line -> line.startsWith("b ") && line.endsWith("200, cache: hit"))
                .anyMatch(line -> line.startsWith("c ") && line.endsWith("200, joined another"))
                .last()
                .isEqualTo("░ queued  ▒ connecting  ▓ waiting  █ body");
    }

    @Test
    void longNamesAreCut() {
        Times times = new Times(0, 0, 0, 0.0, 1.0, 2);

        assertThat(Waterfall.of(List.of(exchange("a".repeat(40), times)), 2, ASCII)
                        .get(1))
                .startsWith("a".repeat(27) + "~  ")
                .hasSizeLessThanOrEqualTo(60);
        assertThat(Waterfall.of(List.of(exchange("a".repeat(40), times)), 2, new Terminal(60, true, false))
                        .get(1))
                .startsWith("a".repeat(27) + "…  ");
    }

    @Test
    void coloursAreThoseOfPhasesAndFailures() {
        RecordedExchange failed = exchange("a", "failed", "broken json", "broken json", 1, null, null);

        assertThat(Waterfall.of(List.of(failed), 10, new Terminal(80, false, true))
                        .get(1))
                .contains("\u001b[36m-", "\u001b[32m=", "\u001b[31mbroken json\u001b[0m");
    }

    @Test
    void aMashupWithoutExchangesSaysSo() {
        assertThat(Waterfall.of(List.of(), 10, ASCII)).containsExactly("No exchange was sent.");
    }

    private static RecordedExchange exchange(String name, Times times) {
        return new RecordedExchange(
                name,
                "users",
                "GET",
                "/a?b",
                null,
                "completed",
                null,
                null,
                null,
                200,
                null,
                null,
                null,
                null,
                null,
                null,
                1,
                times);
    }

    private static RecordedExchange exchange(
            @Nullable String name,
            String outcome,
            @Nullable String reason,
            @Nullable String cause,
            int attempts,
            @Nullable String cache,
            @Nullable Boolean joined) {
        return new RecordedExchange(
                name,
                "users",
                "GET",
                "/a?b",
                null,
                outcome,
                reason,
                reason == null ? null : "body",
                cause,
                200,
                null,
                null,
                null,
                joined,
                null,
                cache,
                attempts,
                new Times(0, 0, 2, 2.0, 8.0, 10));
    }
}
