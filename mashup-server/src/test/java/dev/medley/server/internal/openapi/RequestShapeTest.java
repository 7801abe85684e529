package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declared.value.TemplatePart;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestShapeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /a                    | /a          | 2  | {}              | false
            /a/{x}/b?c=1          | /a/{}/b     | 8  | {c=9}           | false
            /a?b={x}&c={y}        | /a          | 2  | {b=3, c=9}      | false
            /a?b                  | /a          | 2  | {b=3}           | false
            /a?b&&c=&             | /a          | 2  | {b=3, c=6}      | false
            /a?b=c=d&e=?          | /a          | 2  | {b=3, e=9}      | false
            /a?{x}=1&c=2          | /a          | 2  | {c=9}           | true
            /a?b{x}=1             | /a          | 2  | {}              | true
            /a?page%5Bsize%5D=1   | /a          | 2  | {page[size]=3}  | false
            /a?b%zz=1             | /a          | 2  | {b%zz=3}        | false
            {x}/a                 | /{}/a       | 5  | {}              | false
            /a-{x}.{y}            | /a-{}.{}    | 10 | {}              | false
            """)
    void aTemplateTellsPathAndNamesOfParameters(
            String template, String path, int pathLength, String query, boolean other) {
        RequestShape shape = RequestShape.of(parts(template), template.length());

        assertThat(shape.path()).hasToString(path);
        assertThat(shape.pathLength()).isEqualTo(pathLength);
        assertThat(new TreeMap<>(shape.query())).hasToString(query);
        assertThat(shape.otherQuery()).isEqualTo(other);
    }

    private static List<TemplatePart> parts(String template) {
        List<TemplatePart> parts = new ArrayList<>();
        int from = 0;
        while (from < template.length()) {
            int begin = template.indexOf('{', from);
            int end = begin < 0 ? template.length() : begin;
            if (end > from) {
                parts.add(new TemplatePart(from, template.substring(from, end)));
            }
            if (begin >= 0) {
                parts.add(new TemplatePart(begin, null));
            }
            from = begin < 0 ? end : template.indexOf('}', begin) + 1;
        }
        return parts;
    }
}
