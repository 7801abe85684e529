package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.exchange.internal.target.Template;
import java.net.URI;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a value is, the path of the request has the segments of its template, and the value arrives as it was. */
class TemplatePropertiesTest {

    @Property(seed = "1", tries = 20_000)
    void aValueIsOneSegmentOrRefused(@ForAll("values") String value) {
        String target;
        try {
            target = Template.expand("/a/{x}/b", value);
        } catch (InvalidRequestException refused) {
            assertThat(value).matches("(?s)|.*(\\.|%).*");
            return;
        }
        String[] segments = target.split("/", -1);
        assertThat(segments).hasSize(4).startsWith("", "a").endsWith("b");
        assertThat(URI.create("/" + segments[2]).getPath()).isEqualTo("/" + value);
        assertThat(URI.create(target).normalize().getRawPath()).isEqualTo(target);
        assertThat(new DefaultOutboundRequest("GET", target, List.of(), null).target())
                .isEqualTo(target);
    }

    @Property(seed = "1", tries = 20_000)
    void aValueOfTheQueryIsOneParameter(@ForAll("values") String value) {
        String target = Template.expand("/a?x={x}&y=1", value);
        assertThat(target).startsWith("/a?x=").endsWith("&y=1");
        String encoded = target.substring("/a?x=".length(), target.length() - "&y=1".length());
        assertThat(encoded).matches("[A-Za-z0-9._~%-]*");
        assertThat(URI.create("/?" + encoded).getQuery()).isEqualTo(value);
    }

    @Provide
    Arbitrary<String> values() {
        Arbitrary<String> odd = Arbitraries.of(
                        ".",
                        "..",
                        "/",
                        "\\",
                        "%",
                        "2e",
                        "2F",
                        "25",
                        ";",
                        "?",
                        "#",
                        "&",
                        "=",
                        "+",
                        " ",
                        "\0",
                        "\r\n",
                        "\u00e9",
                        "\ud83d\ude00",
                        "a",
                        "0")
                .list()
                .ofMaxSize(8)
                .map(parts -> String.join("", parts));
        // Half of a surrogate pair has no form in UTF-8.
        Arbitrary<String> any = Arbitraries.strings()
                .filter(text ->
                        text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
        return Arbitraries.oneOf(odd, any);
    }
}
