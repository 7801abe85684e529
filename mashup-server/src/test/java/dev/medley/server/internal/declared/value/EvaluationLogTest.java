package dev.medley.server.internal.declared.value;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.admin.ManualClock;
import dev.medley.server.internal.admin.log.LogLines;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EvaluationLogTest {

    private final LogLines lines = LogLines.of(EvaluationLog.class.getName());
    private final ManualClock clock = new ManualClock();
    private final EvaluationLog log = new EvaluationLog();

    @AfterEach
    void release() {
        lines.close();
    }

    @Test
    void theFirstFailureIsLogged() {
        log.add(failure("one"), clock);

        assertThat(lines.lines())
                .containsExactly("WARN medley.yaml: 'one' is no number; due to the exchange a; in: $a.b"
                        + " (and 0 others since the last line)");
    }

    @Test
    void failuresWithinAMinuteAreCountedForTheNextLine() {
        log.add(failure("one"), clock);
        clock.pass(Duration.ofSeconds(59));
        log.add(failure("two"), clock);
        log.add(failure("three"), clock);
        assertThat(lines.lines()).hasSize(1);

        clock.pass(Duration.ofSeconds(1));
        log.add(failure("four"), clock);

        assertThat(lines.lines()).hasSize(2);
        assertThat(lines.lines().get(1)).contains("'four'", "(and 2 others since the last line)");
    }

    @Test
    void theCountBeginsAnewWithEachLine() {
        log.add(failure("one"), clock);
        log.add(failure("two"), clock);
        clock.pass(Duration.ofMinutes(1));
        log.add(failure("three"), clock);
        clock.pass(Duration.ofMinutes(1));
        log.add(failure("four"), clock);

        assertThat(lines.lines()).hasSize(3);
        assertThat(lines.lines().get(2)).contains("'four'", "(and 0 others since the last line)");
    }

    @Test
    void anotherExchangeHasLinesOfItsOwn() {
        log.add(failure("one"), clock);
        new EvaluationLog().add(failure("two"), clock);

        assertThat(lines.lines()).hasSize(2);
    }

    @Test
    void whatClientsCauseKeepsNothingElseOut() {
        log.add(failure("one", Provenance.ofRequest("query.q")), clock);
        log.add(failure("two"), clock);
        log.add(failure("three", Provenance.ofRequest("query.q")), clock);

        assertThat(lines.lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("INFO medley.yaml: 'one'"),
                        line -> assertThat(line).startsWith("WARN medley.yaml: 'two'"));
    }

    private static EvaluationException failure(String data) {
        return failure(data, new Provenance(new TreeSet<>(), new TreeMap<>(Map.of("a", "")), Set.of()));
    }

    private static EvaluationException failure(String data, Provenance provenance) {
        return EvaluationException.failed(
                LocatedText.of("medley.yaml", "$a.b"), 0, "'" + data + "' is no number", provenance);
    }
}
