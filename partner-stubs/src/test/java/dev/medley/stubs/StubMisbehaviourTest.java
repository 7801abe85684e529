package dev.medley.stubs;

import static dev.medley.stubs.Soon.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.raw.Frame;
import dev.medley.stubs.raw.HeaderBlock;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class StubMisbehaviourTest {

    private static final String GET = "GET /f HTTP/1.1\r\nHost: stubs\r\n\r\n";

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    private final PartnerStubs stubs =
            PartnerStubs.builder().answer("GET", "/ok", 200, "{}").start();

    @AfterEach
    void stop() {
        stubs.close();
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"HANG", "HANG_IN_BODY", "MALFORMED_JSON"})
    void aMisbehaviourFailsTheRequestOverHttp11(StubMisbehaviour misbehaviour) throws Exception {
        stubs.answer("GET", "/f", StubAnswer.misbehaviour(misbehaviour));

        assertThatThrownBy(() -> get(Protocol.HTTP_1_1, "/f")).hasMessageNotContaining("imeout");
        assertThat(get(Protocol.HTTP_1_1, "/ok").getStatus()).isEqualTo(200);
        soon().until(stubs::inFlight, count -> count == 0);
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"HANG", "HANG_IN_BODY", "MALFORMED_JSON"})
    void aMisbehaviourOverHttp2EndsItsStreamAlone(StubMisbehaviour misbehaviour) throws Exception {
        stubs.answer("GET", "/f", StubAnswer.misbehaviour(misbehaviour));
        get(Protocol.H2C, "/ok");

        assertThatThrownBy(() -> get(Protocol.H2C, "/f")).hasMessageNotContaining("imeout");

        assertThat(get(Protocol.H2C, "/ok").getStatus()).isEqualTo(200);
        assertThat(stubs.connectionsAccepted()).isEqualTo(1);
        soon().until(stubs::inFlight, count -> count == 0);
    }

    @Test
    void aResetIsAResetOnTheWire() throws Exception {
        stubs.answer("GET", "/f", StubAnswer.misbehaviour(StubMisbehaviour.RESET));
        try (RawClient client = RawClient.to(stubs.port())) {
            client.send(GET);

            assertThatThrownBy(client::readToEnd).isInstanceOf(SocketException.class);
        }
    }

    @Test
    void aResetAfterHeadersComesBehindAHead() throws Exception {
        stubs.answer(
                "GET",
                "/f",
                StubAnswer.misbehaviour(StubMisbehaviour.RESET_AFTER_HEADERS).header("X-Field", "f"));
        try (RawHttp2Client client = RawHttp2Client.to(stubs.port())) {
            client.send(Frame.headers(
                    1,
                    HeaderBlock.of(":method", "GET", ":scheme", "http", ":authority", "stubs", ":path", "/f"),
                    true));

            assertThat(nextOf(client, 1)).startsWith("HEADERS 1");
            assertThat(nextOf(client, 1)).startsWith("RST_STREAM 1");
        }
    }

    @Test
    void aTruncatedBodyIsHalfOfItsLength() throws Exception {
        stubs.answer("GET", "/f", StubAnswer.misbehaviour(StubMisbehaviour.TRUNCATED_BODY));
        try (RawClient client = RawClient.to(stubs.port())) {
            client.send(GET);

            String response = client.readToEnd();

            assertThat(response)
                    .startsWith("HTTP/1.1 200 OK\r\n")
                    .contains("{\"fault\":")
                    .doesNotContain("}");
        }
    }

    @Test
    void aLineThatIsNotHttpIsAllThatComes() throws Exception {
        stubs.answer("GET", "/f", StubAnswer.misbehaviour(StubMisbehaviour.MALFORMED_HTTP));
        try (RawClient client = RawClient.to(stubs.port())) {
            client.send(GET);

            assertThat(client.readToEnd()).isEqualTo("this is not HTTP\r\n\r\n");
        }
    }

    @ParameterizedTest
    @EnumSource
    void malformedJsonIsAWholeResponse(Protocol protocol) throws Exception {
        stubs.answer("GET", "/f", StubAnswer.misbehaviour(StubMisbehaviour.MALFORMED_JSON));

        ContentResponse response = get(protocol, "/f");

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getMediaType()).isEqualTo("application/json");
        assertThat(JsonText.isValid(response.getContentAsString())).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"HTTP_1_1, HANG", "HTTP_1_1, HANG_IN_BODY", "H2C, HANG", "H2C, HANG_IN_BODY"})
    void aRequestHangsUntilTheStubsAreReset(Protocol protocol, StubMisbehaviour misbehaviour) throws Exception {
        stubs.answer("GET", "/f", StubAnswer.misbehaviour(misbehaviour));
        var response = new CompletableResponseListener(CLIENTS.of(protocol).newRequest(stubs.uri() + "/f")).send();
        stubs.awaitRecorded(1, "GET", "/f", Soon.AT_THE_LATEST);
        assertThat(stubs.inFlight()).isEqualTo(1);
        assertThat(response).isNotDone();

        // The request is recorded before it hangs.
        soon().until(() -> {
            stubs.reset();
            return response.isCompletedExceptionally();
        });

        soon().until(stubs::inFlight, count -> count == 0);
    }

    private static String nextOf(RawHttp2Client client, int stream) throws Exception {
        String next = client.next();
        while (!next.contains(" " + stream)) {
            next = client.next();
        }
        return next;
    }

    private ContentResponse get(Protocol protocol, String path) throws Exception {
        return CLIENTS.of(protocol)
                .newRequest(stubs.uri() + path)
                .timeout(20, TimeUnit.SECONDS)
                .send();
    }
}
