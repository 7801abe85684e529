package dev.medley.config.internal.document;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.medley.config.internal.MarkedYaml;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

class ScalarSourceTest {

    private static final Key KEY = Key.of("k");

    /** Files with a mark in front of a place, and the offset of the character there in the value of the key k. */
    static final List<Arguments> PLACES = List.of(
            argumentSet("plain, at its beginning", "k: ^abc", 0),
            argumentSet("plain, within", "k: ab^c", 2),
            argumentSet("plain, at its end", "k: abc^\n", 3),
            argumentSet("plain, at a space", "k: a ^  b", 2),
            argumentSet("plain, with a comment behind it", "k: a b^ # c", 3),
            argumentSet("plain, with a tab in it", "k: a\tb^c", 3),
            argumentSet("plain, with quotes in it", "k: a'b\"c\\n^d", 7),
            argumentSet("plain, of several lines", "k: a\n  b\n  ^c d", 4),
            argumentSet("plain, at the break between its lines", "k: a^\n  b", 1),
            argumentSet("plain, with empty lines in it", "k: a \n\n\n  b ^c", 5),
            argumentSet("plain, in the line below its key", "k:\n  # here\n  a^b", 1),
            argumentSet("plain, in a flow section", "{j: 1, k: a^b, l: 2}", 1),
            argumentSet("plain, of several lines in a flow section", "{k: a\n^b}", 2),
            argumentSet("plain, a number", "k: 12^3", 2),
            argumentSet("plain, a boolean", "k: tr^ue", 2),
            argumentSet("plain, behind an anchor and a tag", "k: &a !!str a^bc", 1),
            argumentSet("plain, below its tag", "k: !!str # a # b\n  # c\n  a^bc", 1),
            argumentSet("plain, in a file with CR LF", "j: 1\r\nk: a\r\n  b ^c\r\n", 4),
            argumentSet("plain, in a file with a byte order mark", "\uFEFFk: a^b", 1),
            argumentSet("plain, behind characters of two chars", "\uD83D\uDE00: 1\nk: \uD83D\uDE00\uD83D\uDE00^b", 4),
            argumentSet("plain, with a space that is no space of YAML", "k: a\u00A0b^c", 3),
            argumentSet("single quotes, at the beginning", "k: '^abc'", 0),
            argumentSet("single quotes, within", "k: 'a^bc'", 1),
            argumentSet("single quotes, at the end", "k: 'abc^'", 3),
            argumentSet("single quotes, at spaces", "k: ' ^ a  '", 1),
            argumentSet("single quotes, behind a quote that is doubled", "k: 'a''^b'", 2),
            argumentSet("single quotes, at a quote that is doubled", "k: 'a^''b'", 1),
            argumentSet("single quotes, behind two that are doubled", "k: '''''^b'", 2),
            argumentSet("single quotes, with a backslash", "k: 'a\\n^b'", 3),
            argumentSet("single quotes, of several lines", "k: 'a  \n\n  b^c '", 3),
            argumentSet("single quotes, in a file with CR LF", "k: 'a\r\n\r\n\r\n  b^c'", 4),
            argumentSet("single quotes, that begin with a line break", "k: '\n  a^b'", 2),
            argumentSet("double quotes, at the beginning", "k: \"^abc\"", 0),
            argumentSet("double quotes, within", "k: \"a^b\"", 1),
            argumentSet("double quotes, at the end", "k: \"abc^\"", 3),
            argumentSet("double quotes, behind a line break", "k: \"a\\n^b\"", 2),
            argumentSet("double quotes, at a line break", "k: \"a^\\nb\"", 1),
            argumentSet("double quotes, behind quotes", "k: \"\\\"a\\\"^b\"", 3),
            argumentSet("double quotes, behind spaces and escaped ones", "k: \"a \\t\\ \\n ^b\"", 6),
            argumentSet("double quotes, at the second of two line breaks", "k: \"a\\n^\\nb\"", 2),
            argumentSet("double quotes, behind hexadecimal digits", "k: \"\\x41\\u0042\\U00000043^d\"", 3),
            argumentSet("double quotes, behind a character of two chars", "k: \"\\U0001F600^b\"", 2),
            argumentSet("double quotes, behind two of its halves", "k: \"\\ud83d\\ude00^b\"", 2),
            argumentSet("double quotes, of several lines", "k: \"a \n  b\n\n  c^d\"", 5),
            argumentSet("double quotes, with a break that is escaped", "k: \"a \\\n  b^c\"", 3),
            argumentSet("double quotes, right behind a break that is escaped", "k: \"a\\\n  ^bc\"", 1),
            argumentSet("double quotes, with an empty line behind that", "k: \"a\\\n\n  b^c\"", 3),
            argumentSet("double quotes, in a file with CR LF", "k: \"a\\\r\n  b^c\"", 2),
            argumentSet("double quotes, behind spaces before a break", "k: \"a\\  \n b^c\"", 4),
            argumentSet("literal, at its beginning", "k: |\n  ^abc\n", 0),
            argumentSet("literal, in its second line", "k: |\n  abc\n  d^ef\n", 5),
            argumentSet("literal, at the end of a line", "k: |\n  abc^\n  def\n", 3),
            argumentSet("literal, at its end", "k: |\n  abc\n  def^\n", 8),
            argumentSet("literal, before the break at its end", "k: |\n  abc\n  def^\n", 7),
            argumentSet("literal, behind an empty line", "k: |\n  a\n\n  b^c\n", 4),
            argumentSet("literal, at a line of spaces", "k: |\n  a\n  ^  \n  b\n", 2),
            argumentSet("literal, indented further", "k: |\n  a\n   ^ b\n", 3),
            argumentSet("literal, at a tab", "k: |\n  a^\tb\n", 1),
            argumentSet("literal, behind empty lines", "k: |\n\n \n  a^b\n", 3),
            argumentSet("literal, without its last break", "k: |-\n  abc\n  d^ef\n\n", 5),
            argumentSet("literal, without its last break, at the end", "k: |-\n  abc\n  def^\n\n", 7),
            argumentSet("literal, with all of its last breaks", "k: |+\n  abc\n  def^\n\n\nj: 1\n", 10),
            argumentSet("literal, with an indentation indicator", "k: |1\n   a\n   b^c\n", 7),
            argumentSet("literal, with both indicators", "k: |2-\n    a\n    b^c\n", 7),
            argumentSet("literal, with a comment", "k: |  # one\n  a^b\n", 1),
            argumentSet("literal, behind a tag", "k: !!str |\n  a^b\n", 1),
            argumentSet("literal, at the end of the file", "k: |\n  a\n  b^", 3),
            argumentSet("literal, in a file with CR LF", "k: |\r\n  a\r\n\r\n  b^c\r\n", 4),
            argumentSet("literal, in a file with CR LF, at its end", "k: |\r\n  a\r\n  bc^\r\n\r\n", 5),
            argumentSet("literal, in a file with a byte order mark", "\uFEFFk: |\n  a^b\n", 1),
            argumentSet("literal, behind a character of two chars", "k: |\n  a\n  \uD83D\uDE00^b\n", 4),
            argumentSet("literal, with what would be a comment", "k: |\n  # a\n  'b^c\n", 6),
            argumentSet("folded, at its beginning", "k: >\n  ^abc\n", 0),
            argumentSet("folded, in its second line", "k: >\n  abc\n  d^ef\n", 5),
            argumentSet("folded, at the break between its lines", "k: >\n  abc^\n  def\n", 3),
            argumentSet("folded, at its end", "k: >-\n  abc\n  def^\n", 7),
            argumentSet("folded, at its end with a break", "k: >\n  abc\n  def^\n", 8),
            argumentSet("folded, behind empty lines", "k: >\n  a\n\n\n  b^c\n", 4),
            argumentSet("folded, in a line that is indented further", "k: >\n  a\n    b^c\n", 5),
            argumentSet("folded, behind one that is indented further", "k: >\n  a\n    b\n\n  c^d\n", 8),
            argumentSet("folded, at a space", "k: >\n  a\n  b ^ c\n", 4),
            argumentSet("folded, behind spaces at the end of a line", "k: >\n  a  \n  b^c\n", 5),
            argumentSet("folded, with empty lines in front", "k: >\n\n\n  a^b\n", 3),
            argumentSet("folded, at the first of its characters", "k: > # one\n\n  ^ab\n", 1),
            argumentSet("folded, with an indentation indicator", "k: >1\n  a\n b^c\n", 4),
            argumentSet("folded, in a file with CR LF", "k: >\r\n  a\r\n  b^c\r\n", 3));

    /** Files whose value of k ends at no place but its own, which is marked. */
    static final List<Arguments> WHOLE = List.of(
            argumentSet("a literal block of line breaks alone", "k: ^|+\n\n\n"),
            argumentSet("a folded block of line breaks alone", "k: ^>+\n\n\n"),
            argumentSet("a line break of another version of YAML", "k: ^'a \u0085 b'"));

    /** Files whose value of k has no character. */
    static final List<String> EMPTY = List.of("k: ^''", "k: ^\"\"", "k: ^|\nj: 1\n", "k: ^>", "{k: ^!!str , j: 1}");

    @ParameterizedTest
    @FieldSource("PLACES")
    void aCharacterOfTheValueHasItsPlaceInTheFile(String marked, int offset) {
        MarkedYaml yaml = MarkedYaml.of(marked.replace("\uFEFF", ""));
        String text = marked.replace("^", "");

        assertThat(value(text).problem(offset, "")).isEqualTo(yaml.place() + "k: ");
    }

    /** What the table says of one character, for all that are neither space nor escaped. */
    @ParameterizedTest
    @FieldSource("PLACES")
    void everyCharacterIsWhereItsPlaceSays(String marked) {
        String text = marked.replace("^", "");
        ScalarSource source =
                requireNonNull(YamlReader.read("medley.yaml", text).place(KEY).scalar());
        String value = source.value();
        List<String> lines = text.replace("\uFEFF", "").lines().toList();

        for (int i = 0; i < value.length(); i = value.offsetByCodePoints(i, 1)) {
            SourceLocation place = source.within(i);
            String line = lines.get(place.line() - 1);
            String found = line.substring(line.offsetByCodePoints(0, place.column() - 1));
            if (!found.startsWith("\\") && !Character.isWhitespace(value.charAt(i))) {
                assertThat(found).startsWith(Character.toString(value.codePointAt(i)));
            }
        }
    }

    @ParameterizedTest
    @FieldSource("WHOLE")
    void aCharacterThatIsNotFoundHasThePlaceOfTheValue(String marked) {
        MarkedYaml yaml = MarkedYaml.of(marked);
        LocatedText value = value(yaml.text());

        assertThat(value.problem(value.text().length(), "")).isEqualTo(yaml.place() + "k: ");
    }

    @ParameterizedTest
    @FieldSource("EMPTY")
    void anEmptyValueHasOnePlace(String marked) {
        MarkedYaml yaml = MarkedYaml.of(marked);
        LocatedText value = value(yaml.text());

        assertThat(value.text()).isEmpty();
        assertThat(value.problem(0, "")).isEqualTo(yaml.place() + "k: ");
    }

    private static LocatedText value(String text) {
        Document document = YamlReader.read("medley.yaml", text);
        assertThat(document.problems()).isEmpty();
        return LocatedText.of(document, KEY);
    }
}
