package dev.medley.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.medley.connection.Header;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.address.Address;
import dev.medley.exchange.internal.target.RedirectRefusedException;
import dev.medley.exchange.internal.target.Redirects;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Whatever a Location is, the request that follows it goes to the partner, or there is none. */
class RedirectsFuzzTest {

    private static final List<Address> PARTNER = List.of(new Address("http", "partner.test", 80));
    private static final int MAX_HEAD = 8_192;

    @FuzzTest
    void aLocationIsOfThePartnerOrRefused(byte[] bytes) {
        String location = new String(bytes, StandardCharsets.ISO_8859_1);
        if (!isValue(location)) {
            return;
        }
        DefaultOutboundRequest first = new DefaultOutboundRequest("GET", "/b/c/d?q", List.of(), null);
        DefaultOutboundRequest next;
        try {
            next = new Redirects(PARTNER, MAX_HEAD, 1, first).follow(first, new LocatedHead(location));
        } catch (RedirectRefusedException refused) {
            assertThat(refused.getMessage()).startsWith("the redirect is not followed: ");
            return;
        }
        assertThat(next.target()).startsWith("/").doesNotContain("#", "\\", " ");
        // In a query dots are no segments (RFC 3986, section 3.4).
        assertThat(next.target().split("\\?", 2)[0]).doesNotStartWith("//").doesNotContain("/../", "/./");
        assertThat(next.method()).isEqualTo("GET");
    }

    /** Others are no field. */
    private static boolean isValue(String location) {
        try {
            return !new Header("Location", location).value().isEmpty();
        } catch (IllegalArgumentException x) {
            return false;
        }
    }
}
