package dev.medley.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A header field is sent if, and only if, it is one line of bytes (RFC 9110, sections 5.1 and 5.5). */
class HeaderPropertiesTest {

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    @Property(seed = "1", tries = 20_000)
    void aFieldIsTakenIfItIsOneLineOfBytes(@ForAll("texts") String name, @ForAll("texts") String value) {
        boolean field = NAME.matcher(name).matches() && VALUE.matcher(value).matches();
        assertThat(isTaken(name, value)).isEqualTo(field);
    }

    @Property(seed = "1", tries = 20_000)
    void aNameIsTakenIfItIsAToken(@ForAll("texts") String name) {
        assertThat(isTaken(name, "")).isEqualTo(NAME.matcher(name).matches());
    }

    @Property(seed = "1", tries = 20_000)
    void aValueIsTakenIfItIsOfBytesWithoutControls(@ForAll String value) {
        assertThat(isTaken("X", value)).isEqualTo(VALUE.matcher(value).matches());
    }

    @Provide
    Arbitrary<String> texts() {
        Arbitrary<Character> odd =
                Arbitraries.of('\r', '\n', '\0', ' ', '\t', ':', '\u007f', '\u0080', '\u00ff', '\u0100', '\u20ac', '(');
        Arbitrary<Character> plain = Arbitraries.of('a', 'Z', '0', '-', '_', '!', '~', '`');
        return Arbitraries.oneOf(
                        plain.list(), Arbitraries.oneOf(plain, plain, odd).list())
                .map(characters -> {
                    StringBuilder text = new StringBuilder();
                    characters.forEach(text::append);
                    return text.toString();
                });
    }

    private static boolean isTaken(String name, String value) {
        try {
            Header header = new Header(name, value);
            return header.name().equals(name) && header.value().equals(value);
        } catch (IllegalArgumentException x) {
            assertThat(x.getMessage()).doesNotContain("\r", "\n", "\0");
            return false;
        }
    }
}
