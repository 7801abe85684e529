package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.expression.Expression;
import dev.medley.server.internal.declared.expression.analysis.Variables;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyStatusesTest {

    @Test
    void aReplyWithoutAnExpressionHasTheStatus200() {
        assertThat(ReplyStatuses.of(null)).isEqualTo(new ReplyStatuses(Set.of(200), false));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            201                                       | 201         | false
            $a ? 200 : 404                            | 200 404     | false
            $a.count > 500 ? 200 : $b ? 404 : 503     | 200 404 503 | false
            $a = "?" ? 201 : 202                      | 201 202     | false
            $a = "x ? 300 : 301" ? 201 : 202          | 201 202     | false
            /* ? 300 : 301 */ 204                     | 204         | false
            $a ? 404 : $response.b.status             | 200 404     | true
            ($a ? 404 : 409)                          | 404 409     | false
            ($found := $a.id; $found ? 200 : 404)     | 200 404     | false
            $a.status ?? 404                          | 200 404     | true
            $a ? 404                                  | 200 404     | true
            $a ? 204.0 : 404.5                        | 200 204     | true
            $response.a.status                        | 200         | true
            $a.status + 200                           | 200         | true
            $lookup({"x": 404}, $a)                   | 200         | true
            $a ? 2000 : 99                            | 200         | true
            """)
    void theStatusesThatAnExpressionNamesAreKnown(String expression, String constant, boolean others) {
        ReplyStatuses statuses = statuses(expression);

        Set<Integer> expected = new TreeSet<>();
        for (String each : constant.split(" ", -1)) {
            expected.add(Integer.valueOf(each));
        }
        assertThat(statuses).isEqualTo(new ReplyStatuses(expected, others));
    }

    private static ReplyStatuses statuses(String expression) {
        return ReplyStatuses.of(Expression.compile(expression, Variables.of("a", "b", "response"))
                .choices());
    }

    @Test
    void aLongTextInAnExpressionIsNoTrouble() {
        String expression = "$a = \"" + "\\\\x".repeat(100_000) + "\" ? 200 : 404";
        assertThat(statuses(expression).constant()).containsExactly(200, 404);
    }
}
