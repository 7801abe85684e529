package dev.medley.connection.internal.http1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandRequest;
import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.PartnerConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever passes the checks of {@link DefaultOutboundRequest} is sent, byte for byte, on a connection that stays. */
class RequestHeadTest {

    private static final int LIMIT = 10_000;
    private static final int STEPS = 40;
    private static final int BYTES = 256;

    @RegisterExtension
    final Http1Rig rig = new Http1Rig(LIMIT);

    @Test
    void aTargetAsLongAsAllowedIsSentAndOneByteMoreIsRefused() {
        PartnerConnection connection = rig.connect();
        HandConnection hand = rig.partner().accept();
        int fixed = Http1Rig.get("/").headLength() - 1;
        for (int length = LIMIT - fixed - STEPS; length <= LIMIT - fixed; length++) {
            DefaultOutboundRequest request = Http1Rig.get("/" + "a".repeat(length - 1));
            request.checkHead(LIMIT);
            assertThat(sent(connection, hand, request).line()).isEqualTo("GET " + request.target() + " HTTP/1.1");
        }
        DefaultOutboundRequest tooLong = Http1Rig.get("/" + "a".repeat(LIMIT - fixed));
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> tooLong.checkHead(LIMIT))
                .withMessageContaining("take 10001 bytes")
                .withMessageContaining("at most 10000")
                .matches(InvalidRequestException::tooLong);
    }

    @Test
    void asManyHeadersAsAllowedAreSent() {
        PartnerConnection connection = rig.connect();
        HandConnection hand = rig.partner().accept();
        RequestBody body = RequestBody.of("text/plain", new byte[] {'b'});
        List<Header> headers = new ArrayList<>();
        while (Http1Rig.get(headers).headLength() < LIMIT - 4 * STEPS) {
            headers.add(new Header("X-" + headers.size(), "é".repeat(headers.size() % STEPS)));
        }
        headers.add(new Header("X-Last", ""));
        int shortest = new DefaultOutboundRequest("POST", "/", headers, body).headLength();
        for (int length = LIMIT - STEPS; length <= LIMIT; length++) {
            String last = "z".repeat(length - shortest);
            headers.set(headers.size() - 1, new Header("X-Last", last));
            DefaultOutboundRequest request = new DefaultOutboundRequest("POST", "/", headers, body);
            assertThat(request.headLength()).isEqualTo(length);
            request.checkHead(LIMIT);
            HandRequest arrived = sent(connection, hand, request);
            assertThat(arrived.fields().size()).isGreaterThanOrEqualTo(headers.size());
            assertThat(arrived.values("X-Last")).containsExactly(last);
            assertThat(arrived.values("X-39")).containsExactly("é".repeat(39));
            assertThat(arrived.body()).isEqualTo("b");
        }
    }

    @Test
    void theLengthOfAHeadIsThatOnTheWire() {
        PartnerConnection connection = rig.connect();
        HandConnection hand = rig.partner().accept();
        DefaultOutboundRequest request = new DefaultOutboundRequest(
                "POST",
                "/a?b=c",
                List.of(new Header("X-One", "1"), new Header("accept", "ü")),
                RequestBody.of("text/plain", new byte[3]));
        HandRequest arrived = sent(connection, hand, request);
        int onTheWire = arrived.line().length() + 2;
        for (String field : arrived.fields()) {
            boolean own =
                    field.startsWith("Host:") || field.startsWith("User-Agent:") || field.startsWith("Content-Length:");
            onTheWire += own ? 0 : field.length() + 2;
        }
        assertThat(request.headLength()).isEqualTo(onTheWire);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//",
                "//a//b/",
                "/a?b?c",
                "/?",
                "/a?",
                "/a;b=c;d?e;f",
                "/;",
                "/..",
                "/../..",
                "/a/../b/./c",
                "/%2e%2E/",
                "/a%2Fb",
                "/a:b@c",
                "//host:80/x",
                "/%25zz",
                "/?%ff=%00",
                "/a?http://b/c"
            })
    void anOddTargetIsSentAsItIs(String target) {
        PartnerConnection connection = rig.connect();
        HandConnection hand = rig.partner().accept();
        assertThat(sent(connection, hand, Http1Rig.get(target)).line()).isEqualTo("GET " + target + " HTTP/1.1");
    }

    @Test
    void everyCharacterAndEveryEncodedByteThatIsTakenIsSentAsItIs() {
        List<String> pieces = new ArrayList<>();
        IntStream.range(0, BYTES).forEach(i -> {
            pieces.add(String.valueOf((char) i));
            pieces.add(String.format(Locale.ROOT, "%%%02X", i));
            pieces.add(String.format(Locale.ROOT, "%%%02x", i));
        });
        PartnerConnection connection = rig.connect();
        HandConnection hand = rig.partner().accept();
        int taken = 0;
        for (String piece : pieces) {
            for (String target : new String[] {"/" + piece, "/a" + piece + "/b", "/?a=" + piece}) {
                DefaultOutboundRequest request;
                try {
                    request = Http1Rig.get(target);
                } catch (InvalidRequestException refused) {
                    continue;
                }
                taken++;
                assertThat(sent(connection, hand, request).line()).isEqualTo("GET " + target + " HTTP/1.1");
            }
        }
        assertThat(taken).isGreaterThan(2 * BYTES);
    }

    @Test
    void aUserAgentOfTheRequestReplacesMedleys() {
        PartnerConnection connection = rig.connect();
        HandConnection hand = rig.partner().accept();
        assertThat(sent(connection, hand, Http1Rig.get("/")).values("User-Agent"))
                .containsExactly("Medley");
        HandRequest own = sent(connection, hand, Http1Rig.get(List.of(new Header("user-agent", "mine"))));
        assertThat(own.values("User-Agent")).containsExactly("mine");
    }

    private HandRequest sent(PartnerConnection connection, HandConnection hand, DefaultOutboundRequest request) {
        RecordedTransfer exchange = rig.send(connection, request);
        HandRequest arrived = hand.answerNext("");
        exchange.assertAnswered("");
        rig.awaitIdle(connection);
        return arrived;
    }
}
