package dev.medley.format;

import static dev.medley.format.Bodies.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.json.JsonLimits;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {

    private static final String TEXT = "Grüße,\r\n \uD83D\uDE00 and a\ttab ";

    @Test
    void aTextIsReadAsItIs() throws Exception {
        assertThat(read(utf8(TEXT), null)).isEqualTo(TEXT);
        assertThat(read(new byte[0], "text/plain")).isEqualTo("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "iso-8859-1   | text/plain;charset=iso-8859-1",
                "windows-1252 | text/plain; format=flowed; CharSet=\"windows-1252\"",
                "iso-8859-1   | text/plain; x=\";charset=utf-16\" ; charset = latin1",
                "utf-8        | text/plain",
                "utf-8        | charset=iso-8859-1",
                "utf-8        | text/plain; xcharset=iso-8859-1",
                "utf-16be     | text/plain; charset=utf-16",
                "shift_jis    | text/plain; charset=Shift_JIS"
            })
    void theContentTypeHasTheCharset(String charset, String contentType) throws Exception {
        String text = charset.equals("shift_jis") ? "日本語" : "Grüße";

        assertThat(read(text.getBytes(Charset.forName(charset)), contentType)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-8", "utf-16be", "utf-16le"})
    void aByteOrderMarkHasTheCharsetAndIsDropped(String charset) throws Exception {
        byte[] marked = ("\uFEFF" + TEXT).getBytes(Charset.forName(charset));

        assertThat(read(marked, "text/plain;charset=iso-8859-1")).isEqualTo(TEXT);
    }

    @Test
    void bytesThatAreNotInTheCharsetAreRefusedWithTheirPlace() {
        byte[] latin1 = "one\n\uD83D\uDE00 tw".getBytes(Charset.forName("utf-8"));
        byte[] broken = concat(latin1, (byte) 0xF6, (byte) 'o');

        assertThat(refusal(broken, "text/plain"))
                .isEqualTo("line 2, column 5: bytes that are not in the charset UTF-8");
        assertThat(refusal(new byte[] {'a', (byte) 0x80}, "text/plain;charset=us-ascii"))
                .isEqualTo("line 1, column 2: bytes that are not in the charset US-ASCII");
        assertThat(refusal(new byte[] {0, 'a', 0}, "text/plain;charset=utf-16"))
                .isEqualTo("line 1, column 2: bytes that are not in the charset UTF-16");
    }

    @ParameterizedTest
    @CsvSource({"utf-9, 'utf-9'", "'', ''", "'a b', 'a b'", "'u\u0007', 'u '"})
    void aCharsetThatIsUnknownIsRefused(String charset, String shown) {
        assertThat(refusal(utf8("a"), "text/plain; charset=\"" + charset + "\""))
                .isEqualTo("the content type has an unknown charset, '" + shown + "'; expected one such as utf-8");
    }

    @Test
    void aCharsetOfAnyLengthIsShortenedInTheMessage() {
        assertThat(refusal(utf8("a"), "text/plain; charset=" + "x".repeat(100_000)))
                .isEqualTo(
                        "the content type has an unknown charset, '%s...'; expected one such as utf-8", "x".repeat(60));
    }

    private static @Nullable Object read(byte[] body, @Nullable String contentType) throws FormatException {
        return Bodies.tree(Format.TEXT, body, contentType, JsonLimits.DEFAULT);
    }

    private static String refusal(byte[] body, @Nullable String contentType) {
        return Bodies.refusal(Format.TEXT, body, contentType);
    }

    private static byte[] concat(byte[] begin, byte... end) {
        byte[] all = new byte[begin.length + end.length];
        System.arraycopy(begin, 0, all, 0, begin.length);
        System.arraycopy(end, 0, all, begin.length, end.length);
        return all;
    }
}
