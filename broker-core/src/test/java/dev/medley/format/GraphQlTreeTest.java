package dev.medley.format;

import static dev.medley.format.Bodies.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GraphQlTreeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"data\": {\"a\": [1, {\"b\": \"}\"}]}, \"extensions\": {}} | {\"a\": [1, {\"b\": \"}\"}]}",
                "{\"errors\": [], \"data\": {}} | {}",
                "{\"errors\": null, \"data\":null} | null",
                "{\"extensions\": {\"data\": 1}, \"data\" : \"é\\\"\" } | \"é\\\"\"",
                "{\"data\":12.50} | 12.50"
            })
    void theValueIsTheData(String body, String data) throws FormatException {
        assertThat(Format.GRAPHQL.read(new Content(utf8(body), null))).hasToString(data);
    }

    @Test
    void errorsAreAFaultWithTheFirstOfThem() {
        PartnerFault fault = fault("""
                {"data": {"product": null}, "errors": [
                  {"locations": [{"line": 1}], "message": "no\\nproduct", "path": ["product"], "extensions": {"x": {}, "code": "NOT_FOUND"}},
                  {"message": "other", "extensions": {"code": "OTHER"}}]}""");

        assertThat(fault).isEqualTo(new PartnerFault("NOT_FOUND", "no product (and 1 more)", false));
    }

    @Test
    void errorsByTheThousandAreCountedAndTheirTextsCut() {
        String error = "{\"message\": \"" + "m".repeat(1000) + "\"}";
        PartnerFault fault = fault("{\"errors\": [" + String.join(",", Collections.nCopies(5000, error)) + "]}");

        assertThat(fault.reason()).hasSizeLessThan(250).endsWith("mmm... (and 4999 more)");
    }

    @Test
    void errorsThatAreNoObjectsAreAFaultToo() {
        assertThat(fault("{\"errors\": [\"x\", [1]]}")).isEqualTo(new PartnerFault("", " (and 1 more)", false));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{} | it has neither data nor errors",
                "[1] | it has neither data nor errors",
                "{\"errors\": {}} | it has neither data nor errors",
                "~~ | the body is empty, not a JSON document"
            })
    void anotherBodyIsRefused(String body, String fault) {
        assertThat(Bodies.refusal(Format.GRAPHQL, utf8(body), null)).contains(fault);
        assertThat(Format.GRAPHQL.fault(new Content(utf8(body), null))).isNull();
    }

    @Test
    void aPageIsRefused() {
        assertThat(Bodies.refusal(Format.GRAPHQL, utf8("<html></html>"), "text/html"))
                .startsWith("broken JSON");
    }

    private static PartnerFault fault(String body) {
        Content content = new Content(utf8(body), null);
        FaultException thrown = catchThrowableOfType(FaultException.class, () -> Format.GRAPHQL.read(content));
        assertThat(Format.GRAPHQL.fault(content)).isEqualTo(thrown.fault());
        return thrown.fault();
    }
}
