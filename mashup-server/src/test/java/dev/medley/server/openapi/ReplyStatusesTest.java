package dev.medley.server.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.LocatedText;
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
            ($a ? 404 : 409)                          | 200 404 409 | true
            $response.a.status                        | 200         | true
            $a.status + 200                           | 200         | true
            $lookup({"x": 404}, $a)                   | 200         | true
            $a ? 2000 : 99                            | 200         | true
            """)
    void theStatusesThatAnExpressionNamesAreKnown(String expression, String constant, boolean others) {
        ReplyStatuses statuses = ReplyStatuses.of(LocatedText.of("test", expression));

        Set<Integer> expected = new TreeSet<>();
        for (String each : constant.split(" ", -1)) {
            expected.add(Integer.valueOf(each));
        }
        assertThat(statuses).isEqualTo(new ReplyStatuses(expected, others));
    }

    @Test
    void aLongTextInAnExpressionIsNoTrouble() {
        String expression = "$a = \"" + "\\\\x".repeat(100_000) + "\" ? 200 : 404";
        assertThat(ReplyStatuses.of(LocatedText.of("test", expression)).constant())
                .containsExactly(200, 404);
    }
}
