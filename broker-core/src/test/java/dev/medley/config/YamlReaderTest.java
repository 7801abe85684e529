package dev.medley.config;

import static dev.medley.config.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YamlReaderTest {

    @Test
    void aTabInFrontOfAKeyIsReportedWithItsLine() {
        assertThat(problemsOfFile("server:\n\tport: 8080\n"))
                .containsExactly("medley.yaml:2: is not YAML: "
                        + "found character '\\t(TAB)' that cannot start any token (column 1)");
    }

    @Test
    void aKeyThatIsIndentedTooFarIsReportedWithItsLine() {
        assertThat(problemsOfFile("server:\n  port: 8080\n    threads: 16\n"))
                .containsExactly("medley.yaml:3: is not YAML: mapping values are not allowed here (column 12)");
    }

    @Test
    void aQuoteThatIsNotClosedIsReportedWithItsBeginning() {
        assertThat(problemsOfFile("server:\n  host: 'localhost\n  port: 8080\n"))
                .containsExactly("medley.yaml:4: is not YAML: found unexpected end of stream (column 1), "
                        + "while scanning a quoted scalar that begins in line 2");
    }

    @Test
    void aKeyThatIsAListIsReportedWithItsLine() {
        assertThat(problemsOfFile("server:\n  [a]: 1\n"))
                .containsExactly("medley.yaml:2: is not YAML: "
                        + "Expected a property name (Scalar value in YAML), got this instead: +SEQ []");
    }

    @Test
    void aKeyThatIsGivenTwiceIsRefused() {
        assertThat(problemsOfFile("server:\n  port: 8080\n  threads: 16\n  port: 9090\nserver: {}\n"))
                .containsExactly(
                        "medley.yaml:4: server.port: is given twice; expected once, and it is already in line 2",
                        "medley.yaml:5: server: is given twice; expected once, and it is already in line 1");
    }

    @Test
    void anAliasIsRefused() {
        assertThat(problemsOfFile("""
                        partners:
                          weather: &bomb
                            url: http://127.0.0.1:9001
                          hotels: *bomb
                        """))
                .containsExactly("medley.yaml:4: partners.hotels: *bomb is an alias; expected the value itself");
    }

    @Test
    void nestingHasABound() {
        assertThat(problemsOfFile("[".repeat(100_000)))
                .containsExactly("medley.yaml:1: is not YAML: Document nesting depth (501) exceeds the maximum allowed"
                        + " (500, from `StreamReadConstraints.getMaxNestingDepth()`)");
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertThat(problemsOfFile("server:\n  port: 8080\n---\nserver:\n  port: 9090\n"))
                .containsExactly("medley.yaml:4: a second document begins; expected one in a file");
    }

    @Test
    void aFileBeginsWithAKey() {
        assertThat(problemsOfFile("\n- server\n- partners\n"))
                .containsExactly("medley.yaml:2: does not begin with a key; expected the sections server and partners");
        assertThat(problemsOfFile("server"))
                .containsExactly("medley.yaml:1: does not begin with a key; expected the sections server and partners");
    }

    @Test
    void aControlCharacterIsReportedWithItsLine() {
        assertThat(problemsOfFile("server:\n  host: a\u0007b\n"))
                .containsExactly("medley.yaml:2: has the control character U+0007; expected text");
    }
}
