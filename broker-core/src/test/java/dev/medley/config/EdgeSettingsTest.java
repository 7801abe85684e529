package dev.medley.config;

import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.internal.Given;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EdgeSettingsTest {

    @Test
    void nothingIsSetByDefault() {
        EdgeSettings edge = edge("");

        assertThat(edge.replyHeaders()).isEmpty();
        assertThat(edge.addresses().allow()).isEmpty();
        assertThat(edge.addresses().deny()).isEmpty();
        assertThat(edge.compression().enabled()).isFalse();
        assertThat(edge.compression().minSize()).isEqualTo(1024);
        assertThat(edge.compression().types()).contains("application/json", "application/*+json", "text/*");
    }

    @Test
    void fieldsOfRepliesHaveNameAndValue() {
        assertThat(edge("reply-headers: ['X-Frame-Options:  DENY', \"Content-Security-Policy: default-src 'none'; x\"]")
                        .replyHeaders())
                .containsExactly("X-Frame-Options: DENY", "Content-Security-Policy: default-src 'none'; x");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> EdgeSettings.builder().replyHeaders("A: 1\r\nB: 2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "X-Frame-Options | is not a header field; expected name and value of a header field in quotes, such as"
                        + " 'X-Frame-Options: DENY'",
                "'X:' | is not a header field; expected name and value of a header field in quotes, such as"
                        + " 'X-Frame-Options: DENY'",
                "'Content-Type: x' | is a field with a reserved meaning; expected another name",
                "'access-control-allow-origin: *' | is a field of CORS; expected server.cors instead"
            })
    void whatIsNoFieldOfEachReplyIsRefused(String field, String fault) {
        assertThat(problemsOfFile("server: {reply-headers: [\"" + field + "\"]}"))
                .containsExactly("medley.yaml:1:26: server.reply-headers[0]: '" + field + "' " + fault);
    }

    @Test
    void aFieldIsGivenOnce() {
        assertThat(problemsOfFile("server: {reply-headers: ['X-A: 1', 'x-a: 2']}"))
                .containsExactly("medley.yaml:1:25: server.reply-headers: 'x-a' is given twice; expected one value");
    }

    @Test
    void typesOfCompressionAreMediaTypes() {
        assertThat(edge("compression: {types: [text/HTML, 'application/*+json']}")
                        .compression()
                        .types())
                .containsExactly("text/html", "application/*+json");
        assertThat(problemsOfFile("server: {compression: {types: ['*/*']}}"))
                .containsExactly(
                        "medley.yaml:1:32: server.compression.types[0]: '*/*' is not a media type; expected a media"
                                + " type such as application/json, text/* or application/*+json");
    }

    private static EdgeSettings edge(String keys) {
        return Given.file("server: {" + keys + "}").server().edge();
    }
}
