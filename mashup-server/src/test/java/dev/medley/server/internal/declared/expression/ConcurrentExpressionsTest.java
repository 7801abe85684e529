package dev.medley.server.internal.declared.expression;

import static dev.medley.server.internal.declared.expression.Evaluated.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.expression.analysis.Variables;
import dev.medley.server.internal.declared.expression.syntax.ExpressionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One expression is evaluated by many threads at once, each with its own data. */
class ConcurrentExpressionsTest {

    private static final int THREADS = 8;
    private static final int EVALUATIONS = 1_000;

    private static final Variables VARIABLES = Variables.of("n", "list", "maybe");

    /** It uses what the library keeps in its instances, in its threads and in frames. */
    private static final String EXPRESSION = """
            ($beforeItIsBound := function() { $late };
             $early := $beforeItIsBound();
             $late := $n;
             $twice := function($v) { $v * 2 };
             $recurse := function($i) { $i = 0 ? $n : $recurse($i - 1) };
             $chain := $trim ~> $uppercase;
             $pad := $substring(?, 0, 2);
             {
               "n": $n,
               "maybe": $maybe,
               "mapped": $map($list, function($v) { $twice($v) + $n }),
               "sorted": $list^(>$),
               "sum": $sum($list),
               "own": $recurse(5),
               "text": $chain(" n" & $n & " "),
               "padded": $pad("n" & $n),
               "replaced": $replace("a" & $n, /[0-9]+/, function($m) { "<" & $m.match & ">" }),
               "copy": {"n": $n} ~> |$|{"twice": $twice($n)}|,
               "indexed": $list#$i.($i + $n),
               "early": $early
             })
            """;

    @Test
    void eachThreadSeesItsOwnDataOnly() throws Exception {
        // This thread compiles, so that the library's instance for it is the one that is most likely to be mixed up.
        Expression expression = Expression.compile(EXPRESSION, VARIABLES, Evaluated.MUCH_TIME);
        CyclicBarrier begin = new CyclicBarrier(THREADS + 1);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Integer>> evaluations = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                evaluations.add(threads.submit(evaluations(expression, i, begin)));
            }
            int here = evaluations(expression, THREADS, begin).call();

            assertThat(here).isEqualTo(EVALUATIONS);
            for (Future<Integer> each : evaluations) {
                assertThat(each.get()).isEqualTo(EVALUATIONS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Integer> evaluations(Expression expression, int thread, CyclicBarrier begin) {
        return () -> {
            begin.await();
            int right = 0;
            for (int i = 0; i < EVALUATIONS; i++) {
                int n = 10 + thread * EVALUATIONS + i;
                boolean defined = (thread + i) % 2 == 0;
                Map<String, @Nullable Object> data =
                        object("n", n, "list", List.of(n, n + 1, n + 2), "maybe", defined ? n : Expression.UNDEFINED);

                assertThat(expression.evaluate(data::get)).isEqualTo(expected(n, defined));
                right++;
                if (i % 100 == 0) {
                    // As a reload does, while others evaluate.
                    Expression.compile("$map($list, function($v) { $v + " + i + " })", VARIABLES);
                }
            }
            return right;
        };
    }

    private static Map<String, @Nullable Object> expected(int n, boolean defined) {
        Map<String, @Nullable Object> expected = object("n", n);
        if (defined) {
            expected.put("maybe", n);
        }
        expected.put("mapped", List.of(3 * n, 3 * n + 2, 3 * n + 4));
        expected.put("sorted", List.of(n + 2, n + 1, n));
        expected.put("sum", 3 * n + 3);
        expected.put("own", n);
        expected.put("text", "N" + n);
        expected.put("padded", ("n" + n).substring(0, 2));
        expected.put("replaced", "a<" + n + ">");
        expected.put("copy", object("n", n, "twice", 2 * n));
        expected.put("indexed", List.of(n, n + 1, n + 2));
        return expected;
    }

    @Test
    void anEvaluationThatFailsLeavesNothingBehind() {
        Expression failing = Expression.compile("($a := $n; $map($list, function($v) { $v * $maybe }))", VARIABLES);
        Expression after = Expression.compile("[$maybe, $n]", VARIABLES);

        for (int i = 0; i < 3; i++) {
            Map<String, @Nullable Object> data = object("n", i, "list", List.of(1), "maybe", "secret");
            assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> failing.evaluate(data::get)))
                    .isInstanceOf(ExpressionException.class);

            assertThat(after.evaluate(name -> name.equals("n") ? 1 : Expression.UNDEFINED))
                    .isEqualTo(List.of(1));
        }
    }

    @Test
    void anEvaluationMayBeginWithinAnother() {
        Expression inner = Expression.compile("$map($list, function($v) { $v + $n })", VARIABLES);
        Expression outer = Expression.compile("[$list, $n, $millis() > 0]", VARIABLES);

        Object result = outer.evaluate(
                name -> name.equals("n") ? 1 : inner.evaluate(other -> other.equals("n") ? 1 : List.of(1)));

        assertThat(result).isEqualTo(List.of(2, 1, true));
    }
}
