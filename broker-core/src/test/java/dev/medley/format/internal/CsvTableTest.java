package dev.medley.format.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.format.Content;
import dev.medley.format.Format;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CsvTableTest {

    @Test
    void theMembersOfTheFirstMapAreTheColumnsInTheirOrder() {
        assertThat(CsvTable.write(
                        List.of(row("z", 1, "a", new BigDecimal("9.90")), row("a", true), row("a", null, "z", ""))))
                .isEqualTo("z,a\r\n1,9.90\r\n,true\r\n,\r\n");
        assertThat(CsvTable.write(List.of())).isEmpty();
    }

    @Test
    void whatIsWrittenIsReadAsItWas() throws Exception {
        List<Map<String, @Nullable Object>> rows =
                List.of(row("id", "1", "text", "a,b;\"c\"\r\n d \ud83d\ude00"), row("id", " 2 ", "text", "=SUM(A1)"));

        assertThat(Format.CSV.read(new Content(CsvTable.write(rows).getBytes(StandardCharsets.UTF_8), null)))
                .isEqualTo(rows);
    }

    @Test
    void anotherValueIsRefusedWithItsPlace() {
        refused(Map.of(), "expected an array of objects");
        refused(List.of("x"), "element 0: it is not an object; expected one, with a member for each column");
        refused(List.of(row()), "element 0: it has no members; expected those that are the columns");
        refused(List.of(row("", 1)), "element 0: a member has no name; expected the name of a column");
        refused(
                List.of(row("a", 1), row("a", 1, "b", 2)),
                "element 1: it has the member 'b', which the first element does not have");
        refused(List.of(row("a", List.of())), "element 0: 'a' is an array; expected text, a number or a boolean");
    }

    @Test
    void manyAbsentValuesAreRefused() {
        Map<String, @Nullable Object> first = new LinkedHashMap<>();
        for (int i = 0; i < 2000; i++) {
            first.put("c" + i, i);
        }
        List<Object> rows = new ArrayList<>(Collections.nCopies(1_000_000, row()));
        rows.set(0, first);

        refused(rows, "element 501: more than 1000000 values are absent; expected fewer columns");
    }

    private static void refused(Object value, String fault) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CsvTable.write(value))
                .withMessage("cannot be written as CSV: " + fault);
    }

    private static Map<String, @Nullable Object> row(@Nullable Object... members) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            row.put(String.valueOf(members[i]), members[i + 1]);
        }
        return row;
    }
}
