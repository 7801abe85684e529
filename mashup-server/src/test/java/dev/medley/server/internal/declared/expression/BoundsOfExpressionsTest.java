package dev.medley.server.internal.declared.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.server.internal.declared.expression.syntax.Bounds;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundsOfExpressionsTest {

    private static final String TOO_LONG =
            "the evaluation took longer than 1000 ms; expected a simpler expression, or less data";
    private static final String TOO_DEEP = "the evaluation is nested too deeply; expected fewer nested calls";

    /** A clock that goes on by a millisecond whenever it is read. */
    private static Bounds ticking() {
        return ticking(1);
    }

    private static Bounds ticking(long millis) {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000_000);
        long nanos = Duration.ofMillis(millis).toNanos();
        return new Bounds(Duration.ofSeconds(1), () -> now.addAndGet(nanos), InstantSource.system());
    }

    @ParameterizedTest
    @Timeout(60)
    @ValueSource(
            strings = {
                "($f := function() { $f() }; $f())",
                "($f := function($n) { $f($n + 1) }; $f(1))",
                "($f := function($n) { $n > 0 ? $f($n + 1) : 0 }; $f(1))",
                "($f := function($n) { $g($n) }; $g := function($n) { $f($n) }; $f(1))",
                "[1..100000].($ & \"\")",
                "($f := function() { $reduce([1..40], function($l, $i) { [[$l], [$l]] }, [1]) }; $f() = $f())",
                "[1..1000000][$ % 7 = 0]",
                "$map([1..1000000], function($v) { $v * $v })",
                "$reduce([1..1000000], $append)",
                "$sort([1..100000], function($a, $b) { $a < $b })",
                "[1..100000]^(>$)",
                "true and ($f := function() { $f() }; $f())",
                "$contains($text, /(a+)+b/)",
                "$match($text, /a*a*a*a*a*b/)",
                "$replace($text, /(a+)+b/, \"\")",
                "$split($text, /(a+)+b/)",
                "$text ~> /(a+)+b/",
            })
    void anEvaluationEndsInTime(String expression) {
        ExpressionException failure = Evaluated.with("text", "a".repeat(5_000) + "c")
                .within(ticking())
                .failure(expression);

        assertThat(failure).hasMessage(TOO_LONG);
    }

    @ParameterizedTest
    @Timeout(20)
    @ValueSource(
            strings = {
                "$contains($text, $part)",
                "$substringBefore($text, $part)",
                "$substringAfter($text, $part)",
            })
    void aSearchForALongStringEndsInTime(String expression) {
        ExpressionException failure = Evaluated.with("text", "a".repeat(600_000), "part", "a".repeat(300_000) + "b")
                .within(ticking(100))
                .failure(expression);

        assertThat(failure).hasMessage(TOO_LONG);
    }

    @Test
    @Timeout(20)
    void aLongStringIsNoCostlyPattern() {
        Evaluated texts = Evaluated.with("text", "ac", "part", "b" + "a".repeat(300_000));

        assertThat(texts.value("$split($text, $part)")).isEqualTo(List.of("ac"));
        assertThat(texts.value("$replace($text, $part, \"\")")).isEqualTo("ac");
        assertThat(texts.value("$split($part & \"x\" & $part & \"y\", $part)")).isEqualTo(List.of("", "x", "y"));
    }

    @Test
    @Timeout(20)
    void lettersThatGrowTakeNoLongerThanOthers() {
        Evaluated texts = Evaluated.with("sharp", "\u00DF".repeat(300_000), "dotted", "\u0130".repeat(300_000));

        assertThat(texts.value("$length($uppercase($sharp))")).isEqualTo(600_000);
        assertThat(texts.value("$length($lowercase($dotted))")).isEqualTo(600_000);
    }

    @ParameterizedTest
    @Timeout(20)
    @CsvSource({"'$parseInteger($text, \"0\")', $parseInteger", "$toMillis($text), $toMillis"})
    void aNumberInWordsHasABound(String expression, String function) {
        ExpressionException failure =
                Evaluated.with("text", "1".repeat(1_000_000)).failure(expression);

        assertThat(failure).hasMessage(function + ": the text has 1000000 characters; expected at most 10000");
    }

    @Test
    @Timeout(20)
    void theTimeIsThatOfTheClockOnTheWall() {
        ExpressionException failure =
                Evaluated.with().within(Bounds.DEFAULT).failure("($f := function() { $f() }; $f())");

        assertThat(failure).hasMessage(TOO_LONG);
    }

    @Test
    void manyCallsOneAfterAnotherTakeNoStack() {
        Object value = Evaluated.with().value("($f := function($n) { $n = 0 ? \"end\" : $f($n - 1) }; $f(10000))");

        assertThat(value).isEqualTo("end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "($f := function($n) { 1 + $f($n) }; $f(1))",
                "($f := function($n) { $map([$n], $f) }; $f(1))",
                "($f := function($n) { $filter([$n], $f) }; $f(1))",
                "($f := function($n) { $single([$n], $f) }; $f(1))",
                "($f := function($n) { $each({\"a\": 1}, $f) }; $f(1))",
                "($f := function($n) { $sift({\"a\": 1}, $f) }; $f(1))",
                "($f := function($a, $b) { $reduce([1, 2], $f) }; $f(1, 2))",
                "($f := function($a, $b) { $sort([1, 2], $f) }; $f(1, 2))",
                "($f := function($n) { $replace(\"a\", /a/, $f) }; $f(1))",
                "($f := function($n) { [2, 1]^($f($n)) }; $f(1))",
                "($f := function($n) { [1, 2][$f($n)] }; $f(1))",
                "($f := function($n) { {\"a\": $f($n)} }; $f(1))",
                "($f := function($n) { {\"a\": 1} ~> |$|{\"b\": $f($n)}| }; $f(1))",
                "($f := function($n) { 1 = 1 and $f($n) }; $f(1))",
                "($f := function($n) { $n ~> $f ~> $string }; $f(1))",
                "($f := function($n) { $f(?)($n) & \"\" }; $f(1))",
                "($f := function($n) { [1]#$i.$f($n) }; $f(1))",
            })
    void anEvaluationFitsIntoASmallStack(String expression) throws Exception {
        Expression compiled = Evaluated.with().compiled(expression);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        Thread thread = new Thread(
                null,
                () -> {
                    try {
                        compiled.evaluate(name -> null);
                    } catch (RuntimeException | StackOverflowError x) {
                        failure.set(x);
                    }
                },
                "small stack",
                512 * 1024);
        thread.start();
        thread.join();

        assertThat(failure.get()).isInstanceOf(ExpressionException.class).hasMessage(TOO_DEEP);
    }

    @Test
    void anExpressionThatIsAsDeepAsAllowedCanBeParsedAndEvaluatedOnASmallStack() throws Exception {
        for (String expression : List.of(
                "1" + " + 1".repeat(99),
                "(".repeat(99) + "1" + ")".repeat(99),
                "[".repeat(99) + "1" + "]".repeat(99),
                "$string(".repeat(99) + "1" + ")".repeat(99),
                "-".repeat(99) + "1",
                "$x" + ".a".repeat(99),
                "(".repeat(90) + "1" + ")".repeat(90) + " ?: 2",
                "function($a) {".repeat(48) + "1" + "}".repeat(48) + "(1)")) {
            AtomicReference<@Nullable Object> result = new AtomicReference<>();
            Thread thread = new Thread(
                    null,
                    () -> {
                        try {
                            result.set(Evaluated.with("x", 1).value(expression));
                        } catch (ExpressionException x) {
                            result.set(x.getMessage());
                        }
                    },
                    "small stack",
                    512 * 1024);
            thread.start();
            thread.join();

            assertThat(String.valueOf(result.get())).as(expression).doesNotContain("deeply");
        }
    }

    @Test
    void aRegularExpressionThatExhaustsTheStackFails() {
        ExpressionException failure =
                Evaluated.with("text", "ab".repeat(100_000)).failure("$contains($text, /(a|b)*c/)");

        assertThat(failure)
                .hasMessage("$contains: the regular expression cannot search a text of this length;"
                        + " expected fewer groups that repeat");
    }

    @ParameterizedTest
    @Timeout(60)
    @ValueSource(
            strings = {
                "($a := $text & $text; $b := $a & $a; $c := $b & $b; $c & $c)",
                "$pad(\"\", 100000000)",
                "$pad(\"\", -100000000)",
                "$pad(\"\", 1e300)",
                "$join([1..100].$text)",
                "$join($split(\"a b c d e f g h i j\", \" \"), $text)",
                "$replace($text, \"a\", $text)",
                "$replace($text, /a/, $text)",
                "$replace($text, /a/, function($m) { $text })",
            })
    void aStringHasABound(String expression) {
        ExpressionException failure =
                Evaluated.with("text", "a".repeat(2_000_001)).failure(expression);

        assertThat(failure).hasMessage("a string has more than 16777216 characters");
    }

    @ParameterizedTest
    @Timeout(60)
    @ValueSource(
            strings = {
                "$clone($reduce([1..40], function($l, $i) { [[$l], [$l]] }, [1]))",
                "$reduce([1..40], function($l, $i) { [[$l], [$l]] }, [1]) ~> |$|{}|",
                "[0..1000000]",
                "[1..9000000]",
                "$count([1..9000000])",
                "$append([1..600000], [1..600000])",
                "$split($text, \"\")",
                "$split($text, \"a\")",
                "$split($text, /a/)",
                "$match($text, /a/)",
                "($list)",
                "$list.a",
                "($a := [1..2000]; $b := [1..600].[$a]; $b)",
            })
    void aListHasABound(String expression) {
        List<Integer> list = java.util.Collections.nCopies(1_000_001, 1);
        ExpressionException failure =
                Evaluated.with("text", "a".repeat(2_000_001), "list", list).failure(expression);

        assertThat(failure).hasMessage("a list or an object has more than 1000000 items");
    }

    @Test
    void theLongestListIsAllowed() {
        assertThat(Evaluated.with().value("[1..1000000]"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(1_000_000);
    }

    @Test
    void theLibrarysOwnBoundOfARangeHolds() {
        assertThat(Evaluated.with("n", 1_000_000_000).failure("[1..$n]"))
                .hasMessage("the range has more than 1000000 items");
    }

    @Test
    void aResultHasABoundOfItsLevels() {
        assertThat(Evaluated.with()
                        .failure("($f := function($n, $l) { $n = 0 ? $l : $f($n - 1, [[$l]]) }; $f(600, 1))"))
                .hasMessage("the result has more than 500 levels");
    }

    @Test
    void theTimeIsTheSameInOneEvaluationAndGoesOnBetween() {
        AtomicLong millis = new AtomicLong(1_000_000_000_000L);
        Bounds bounds =
                new Bounds(Duration.ofSeconds(1), System::nanoTime, () -> Instant.ofEpochMilli(millis.addAndGet(1000)));
        Expression expression = Evaluated.with().within(bounds).compiled("[$millis(), $millis(), $now(), $now()]");

        assertThat(expression.evaluate(name -> null))
                .isEqualTo(List.of(
                        1_000_000_001_000L,
                        1_000_000_001_000L,
                        "2001-09-09T01:46:41.000Z",
                        "2001-09-09T01:46:41.000Z"));
        assertThat(expression.evaluate(name -> null))
                .isEqualTo(List.of(
                        1_000_000_002_000L,
                        1_000_000_002_000L,
                        "2001-09-09T01:46:42.000Z",
                        "2001-09-09T01:46:42.000Z"));
    }

    @ParameterizedTest
    @CsvSource({"PT0S", "PT-1S"})
    void aTimeThatIsNotPositiveIsRefused(Duration time) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Bounds(time, System::nanoTime, InstantSource.system()))
                .withMessageContaining("is not positive");
    }
}
