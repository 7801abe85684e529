package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.address.Address;
import dev.medley.exchange.internal.target.RedirectRefusedException;
import dev.medley.exchange.internal.target.Redirects;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The target that a Location stands for (RFC 3986, section 5.4). */
class RedirectsTest {

    private static final int MANY = 10;

    @ParameterizedTest
    @CsvSource({
        "g, /b/c/g",
        "./g, /b/c/g",
        "g/, /b/c/g/",
        "/g, /g",
        "?y, /b/c/d;p?y",
        "g?y, /b/c/g?y",
        "#s, /b/c/d;p?q",
        "'', /b/c/d;p?q",
        "g#s, /b/c/g",
        "g?y#s, /b/c/g?y",
        ";x, /b/c/;x",
        "g;x, /b/c/g;x",
        "., /b/c/",
        "./, /b/c/",
        ".., /b/",
        "../, /b/",
        "../g, /b/g",
        "../.., /",
        "../../g, /g",
        "../../../g, /g",
        "/./g, /g",
        "/../g, /g",
        "g., /b/c/g.",
        ".g, /b/c/.g",
        "g.., /b/c/g..",
        "..g, /b/c/..g",
        "./g/., /b/c/g/",
        "g/./h, /b/c/g/h",
        "g/../h, /b/c/h",
        "g?y/../x, /b/c/g?y/../x",
        "a//b, /b/c/a//b",
        "http://partner.test, /",
        "http://PARTNER.test:80/g?y, /g?y",
        "HTTP://partner.test/g, /g",
        "//partner.test/g, /g",
        "http://partner.test?y, /?y",
        "g%2Fh%20i, /b/c/g%2Fh%20i",
    })
    void aLocationIsResolved(String location, String target) throws RedirectRefusedException {
        assertThat(follow(location).target()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%2e%2e/g",
                "/a/%2E%2e/b",
                "..%2fg",
                "//",
                "/.//g",
                "g h",
                "g\u00e4",
                "g%",
                "g%zz",
                "g\\h",
                "http://partner.test:81/",
                "https://partner.test/",
                "http://partner.test.evil/",
                "http://evil/partner.test",
                "http://partner.test@evil/",
                "http:g",
                "mailto:a@b"
            })
    void aLocationThatIsAmbiguousOrLeadsAwayIsRefused(String location) {
        assertThatExceptionOfType(RedirectRefusedException.class).isThrownBy(() -> follow(location));
    }

    private static DefaultOutboundRequest follow(String location) throws RedirectRefusedException {
        DefaultOutboundRequest first = new DefaultOutboundRequest("GET", "/b/c/d;p?q", List.of(), null);
        // Not the request that is redirected: a redirect to that would go in a circle.
        DefaultOutboundRequest other = new DefaultOutboundRequest("GET", "/other", List.of(), null);
        List<Address> origins = List.of(new Address("http", "partner.test", 80));
        return new Redirects(origins, DefaultOutboundRequest.DEFAULT_MAX_HEAD, MANY, other)
                .follow(first, new LocatedHead(location));
    }
}
