package dev.medley.config.internal.document;

import static dev.medley.config.internal.Given.problemsOfFile;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class YamlReaderTest {

    @Test
    void aTabInFrontOfAKeyIsReportedWithItsPlace() {
        assertThat(problemsOfFile("server:\n\tport: 8080\n"))
                .containsExactly(
                        "medley.yaml:2:1: is not YAML: found character '\\t(TAB)' that cannot start any token; expected spaces");
    }

    @Test
    void aKeyThatIsIndentedTooFarIsReportedWithItsPlace() {
        assertThat(problemsOfFile("server:\n  port: 8080\n    threads: 16\n"))
                .containsExactly(
                        "medley.yaml:3:12: is not YAML: mapping values are not allowed here; expected the key in the column of"
                                + " those beside it, or quotes around a value that has a colon before a space");
    }

    @Test
    void aQuoteThatIsNotClosedIsReportedWithItsBeginning() {
        assertThat(problemsOfFile("server:\n  host: 'localhost\n  port: 8080\n"))
                .containsExactly("medley.yaml:4:1: is not YAML: found unexpected end of stream, "
                        + "while scanning a quoted scalar that begins in line 2");
    }

    @Test
    void aKeyThatIsAListIsReportedWithItsPlace() {
        assertThat(problemsOfFile("server:\n  [a]: 1\n"))
                .containsExactly("medley.yaml:2:3: is not YAML: "
                        + "Expected a property name (Scalar value in YAML), got this instead: +SEQ []");
    }

    @Test
    void aKeyThatIsGivenTwiceIsRefused() {
        assertThat(problemsOfFile("server:\n  port: 8080\n  threads: 16\n  port: 9090\nserver: {}\n"))
                .containsExactly(
                        "medley.yaml:4:3: server.port: is given twice; expected once, and it is already in line 2",
                        "medley.yaml:5:1: server: is given twice; expected once, and it is already in line 1");
    }

    @Test
    void anAliasIsRefused() {
        assertThat(problemsOfFile("""
                        partners:
                          weather: &bomb
                            url: http://127.0.0.1:9001
                          hotels: *bomb
                        """))
                .containsExactly("medley.yaml:4:11: partners.hotels: *bomb is an alias; expected the value itself");
    }

    @Test
    void nestingHasABound() {
        assertThat(problemsOfFile("[".repeat(100_000)))
                .containsExactly(
                        "medley.yaml:1:501: is not YAML: Document nesting depth (501) exceeds the maximum allowed"
                                + " (500, from `StreamReadConstraints.getMaxNestingDepth()`)");
    }

    @Test
    void aSecondDocumentIsRefused() {
        assertThat(problemsOfFile("server:\n  port: 8080\n---\nserver:\n  port: 9090\n"))
                .containsExactly("medley.yaml:4:1: a second document begins; expected one in a file");
    }

    @Test
    void aFileBeginsWithAKey() {
        assertThat(problemsOfFile("\n- server\n- partners\n"))
                .containsExactly(
                        "medley.yaml:2:1: does not begin with a key; expected the sections server and partners");
        assertThat(problemsOfFile("server"))
                .containsExactly(
                        "medley.yaml:1:1: does not begin with a key; expected the sections server and partners");
    }

    @Test
    void aControlCharacterIsReportedWithItsPlace() {
        assertThat(problemsOfFile("server:\n  host: a\u0007b\n"))
                .containsExactly("medley.yaml:2:10: has the control character U+0007; expected text");
    }

    /** The parser reads by buffers of 1025 chars, and failed where one ended within a character. */
    @Test
    void aCharacterOfTwoCharsMayBeAnywhere() {
        for (int i = 1000; i < 1050; i++) {
            String text = "k: " + "a".repeat(i) + "\uD83D\uDE00\n";

            assertThat(YamlReader.read("medley.yaml", text)
                            .at(Key.of("k"))
                            .asString()
                            .length())
                    .isEqualTo(i + 2);
        }
    }
}
