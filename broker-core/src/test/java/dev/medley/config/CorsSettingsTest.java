package dev.medley.config;

import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.Given;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorsSettingsTest {

    private static final String ONE_IS_EXPECTED =
            "; expected scheme, host and port of a page, such as https://app.example or https://*.example.org; '*' for every"
                    + " origin, 'null' in quotes for an opaque one";

    @Test
    void originsAreKeptAsBrowsersSendThem() {
        CorsSettings cors =
                cors("origins: ['HTTPS://App.Example:443', 'https://*.Example.org:8443', 'http://[::1]:80', 'null']");

        assertThat(cors.origins())
                .containsExactly("https://app.example", "https://*.example.org:8443", "http://[::1]", "null");
        assertThat(cors.methods()).containsExactly("GET", "HEAD", "POST");
        assertThat(cors.headers()).containsExactly("Content-Type");
        assertThat(cors.exposedHeaders()).isEmpty();
        assertThat(cors.credentials()).isFalse();
        assertThat(cors.maxAge()).isEqualTo(Duration.ofMinutes(10));
        assertThat(cors("").origins()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'https://app.example/' | has a path or a slash at its end, which no origin has",
                "'https://app.example/a' | has a path or a slash at its end, which no origin has",
                "app.example | is not an origin",
                "'https://' | is not an origin",
                "'https://*' | is not an origin",
                "'https://*.' | is not an origin",
                "'https://*x.example' | is not an origin",
                "'https://a.*.example' | is not an origin",
                "'https://.example' | is not an origin",
                "'https://a..example' | is not an origin",
                "'https://app.example?x' | is not an origin",
                "'https://münchen.example' | is not an origin",
                "'https://app.example:0' | is not an origin",
                "'https://app.example:*' | is not an origin",
                "'.*' | is not an origin",
                "'' | is not an origin"
            })
    void whatIsNoOriginIsRefused(String origin, String fault) {
        assertThat(problemsOfFile("server:\n  cors:\n    origins:\n      - " + origin + "\n"))
                .containsExactly("medley.yaml:4:9: server.cors.origins[0]: "
                        + (origin.startsWith("'") ? origin : "'" + origin + "'") + " " + fault + ONE_IS_EXPECTED);
    }

    @Test
    void aPortThatThereIsNotIsRefused() {
        assertThat(problemsOfFile("server: {cors: {origins: ['https://a:65536']}}"))
                .containsExactly(
                        "medley.yaml:1:27: server.cors.origins[0]: 'https://a:65536' has an invalid port; expected a"
                                + " port from 1 to 65535");
    }

    /** YAML takes null without quotes for nothing. */
    @Test
    void nullIsNamedInQuotes() {
        assertThat(problemsOfFile("server: {cors: {origins: [null]}}"))
                .containsExactly("medley.yaml:1:27: server.cors.origins[0]: has no value" + ONE_IS_EXPECTED);
    }

    @Test
    void everyOriginDoesNotGoTogetherWithCredentials() {
        assertThat(problemsOfFile("server:\n  cors:\n    origins: ['*']\n    credentials: true\n"))
                .containsExactly("medley.yaml:3:14: server.cors.origins: '*' does not go together with"
                        + " server.cors.credentials: every page could act for the users who visit it; expected the origins of"
                        + " your pages, or credentials: false");
        assertThat(problemsOfFile("server:\n  cors:\n    origins: ['https://a', 'null']\n    credentials: true\n"))
                .singleElement()
                .asString()
                .startsWith("medley.yaml:3:14: server.cors.origins: 'null' does not go together with");
        assertThat(
                        problemsOfFile(
                                "server:\n  cors:\n    origins: ['https://a']\n    credentials: true\n    headers: [X-A, '*']\n"))
                .containsExactly(
                        "medley.yaml:5:14: server.cors.headers: '*' is all only without server.cors.credentials;"
                                + " expected names");
    }

    @Test
    void everyOriginStandsAlone() {
        assertThat(problemsOfFile("server:\n  cors:\n    origins: ['*', 'https://a']\n"))
                .containsExactly(
                        "medley.yaml:3:14: server.cors.origins: '*' is every origin; expected '*' alone, or origins"
                                + " without '*'");
    }

    @Test
    void keysWithoutOriginsHaveNoEffect() {
        assertThat(problemsOfFile("server:\n  cors:\n    credentials: true\n"))
                .containsExactly("medley.yaml:3:18: server.cors.credentials: has no effect without origins; expected"
                        + " server.cors.origins as well");
    }

    @ParameterizedTest
    @CsvSource({"methods, put", "methods, 'PU T'", "headers, 'X:'", "exposed-headers, 'a, b'"})
    void namesOfMethodsAndFieldsAreChecked(String key, String name) {
        assertThat(problemsOfFile("server: {cors: {origins: ['*'], %s: ['%s']}}".formatted(key, name)))
                .singleElement()
                .asString()
                .contains("server.cors." + key + "[0]: '" + name + "' is not ");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> CorsSettings.builder()
                        .origins("*")
                        .methods("GET\r\nX: x")
                        .build());
    }

    @Test
    void inAServletContainerTheKeysBelongToTheContainer() {
        Configuration given = Given.file("server: {cors: {origins: ['*']}}");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(given::forContainer)
                .withMessageContaining(
                        "server.cors.origins: belongs to the servlet container; set it there and not here");
    }

    private static CorsSettings cors(String keys) {
        return Given.file("server: {cors: {" + keys + "}}").server().edge().cors();
    }
}
