package dev.medley.loadtest.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvParserTest {

    private final List<List<String>> records = new ArrayList<>();
    private final CsvParser parser = new CsvParser(records::add);

    @Test
    void fieldsAreSeparatedByCommas() {
        parse("a,b,,d\n1,,,\r\n");

        assertThat(records).containsExactly(List.of("a", "b", "", "d"), List.of("1", "", "", ""));
    }

    @Test
    void aQuotedFieldMayHoldCommasQuotesAndLineEnds() {
        parse("\"a,b\",\"say \"\"hi\"\"\",\"\"\"\",\"two\nlines\",\"\"\nnext\n");

        assertThat(records).containsExactly(List.of("a,b", "say \"hi\"", "\"", "two\nlines", ""), List.of("next"));
    }

    @Test
    void piecesMayEndAnywhere() {
        String text = "größe,\"a \"\"b\"\"\nc\",d\n";
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            parser.parse(new byte[] {one}, 1);
        }

        assertThat(records).containsExactly(List.of("größe", "a \"b\"\nc", "d"));
    }

    @Test
    void aRecordIsThereOnlyWhenItsLineEndIs() {
        parse("1,2\n3,");
        assertThat(records).containsExactly(List.of("1", "2"));

        parse("4\n");
        assertThat(records).containsExactly(List.of("1", "2"), List.of("3", "4"));
    }

    private void parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        parser.parse(bytes, bytes.length);
    }
}
