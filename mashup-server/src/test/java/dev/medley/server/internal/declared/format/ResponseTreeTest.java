package dev.medley.server.internal.declared.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declaration.ResponseFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponseTreeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "json | application/json",
                "xml  | application/xml, text/xml",
                "csv  | text/csv",
                "text | text/plain"
            })
    void eachFormatHasItsNameAndIsAskedForByItsMediaTypes(String configured, String accept) {
        assertThat(ResponseFormat.values())
                .filteredOn(format -> format.configured().equals(configured))
                .extracting(ResponseTree::accept)
                .containsExactly(accept);
    }
}
