package dev.medley.stubs.raw;

import static dev.medley.stubs.Soon.AT_THE_LATEST;
import static dev.medley.stubs.Soon.soon;
import static dev.medley.stubs.raw.Http2Misbehaviour.NEVER_ANSWER;
import static dev.medley.stubs.raw.Http2Misbehaviour.OK;
import static dev.medley.stubs.raw.Http2Misbehaviour.OK_ON_SIGNAL;
import static dev.medley.stubs.raw.Http2Misbehaviour.REFUSED_STREAM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.stubs.Clients;
import dev.medley.stubs.Protocol;
import dev.medley.stubs.RawClient;
import dev.medley.stubs.RawHttp2Client;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.http.HttpMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RawHttp2PartnerTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    @Test
    void correctAnswersSatisfyJettysClient() throws Exception {
        try (RawHttp2Partner partner = RawHttp2Partner.start(OK)) {
            assertThat(send(partner, HttpMethod.GET, 0).get().getContentAsString())
                    .isEqualTo("{\"partner\":0,\"status\":\"ok\"}");
            assertThat(send(partner, HttpMethod.HEAD, 0).get().getContent()).isEmpty();
            assertThat(send(partner, HttpMethod.POST, 1_000_000).get().getStatus())
                    .isEqualTo(200);
            assertThat(partner.bodyBytes()).isEqualTo(1_000_000);
            assertThat(partner.methodCount("POST")).isEqualTo(1);
            assertThat(partner.requests()).isEqualTo(3);
            assertThat(partner.streams()).isEqualTo(3);
            assertThat(partner.connections()).isEqualTo(1);
        }
    }

    @Test
    void aScriptTreatsEachStreamInTurn() throws Exception {
        try (RawHttp2Partner partner = RawHttp2Partner.script(REFUSED_STREAM, OK)) {
            assertThat(send(partner, HttpMethod.GET, 0)).failsWithin(AT_THE_LATEST);
            assertThat(send(partner, HttpMethod.GET, 0).get().getStatus()).isEqualTo(200);
            assertThat(partner.connections()).isEqualTo(1);
        }
    }

    @Test
    void manyStreamsOfOneConnectionWaitAtATime() throws Exception {
        try (RawHttp2Partner partner = RawHttp2Partner.start(OK_ON_SIGNAL)) {
            List<CompletableFuture<ContentResponse>> responses = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                responses.add(send(partner, HttpMethod.GET, 0));
            }
            soon().until(() -> partner.openStreams() == 50);
            assertThat(partner.maxOpenStreams()).isEqualTo(50);

            for (int i = 0; i < 50; i++) {
                partner.proceed();
            }

            for (CompletableFuture<ContentResponse> response : responses) {
                assertThat(response.get().getStatus()).isEqualTo(200);
            }
        }
    }

    @Test
    void resetsPingsAndGoAwaysOfTheClientAreCounted() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(NEVER_ANSWER);
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            client.get(1).get(3).send(Frame.reset(1, 8)).send(Frame.ping(0, new byte[8]));
            client.send(Frame.goAway(0, 0));

            soon().until(() -> partner.goAways() == 1);
            assertThat(partner.resets()).isEqualTo(1);
            assertThat(partner.resets(8)).isEqualTo(1);
            assertThat(partner.resets(2)).isZero();
            assertThat(partner.pings()).isEqualTo(1);
            soon().until(() -> partner.openStreams() == 1);
        }
    }

    @Test
    void theLimitOfStreamsIsAnnounced() throws IOException {
        try (RawHttp2Partner partner =
                        RawHttp2Partner.start(builder -> builder.then(OK).maxStreams(7));
                RawHttp2Client client = RawHttp2Client.to(partner.port())) {
            assertThat(client.nextOfAny()).isEqualTo("SETTINGS 0 3=7");
        }
    }

    @Test
    void clientsThatDoNotSpeakHttp2AreDropped() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(OK);
                RawClient client = RawClient.to(partner.port())) {
            client.get("/path");
            soon().until(() -> partner.open() == 0);
            assertThat(partner.requests()).isZero();
        }
    }

    @Test
    void aFrameThatIsTooShortEndsItsConnectionOnly() throws IOException {
        try (RawHttp2Partner partner = RawHttp2Partner.start(OK);
                RawHttp2Client bad = RawHttp2Client.to(partner.port());
                RawHttp2Client good = RawHttp2Client.to(partner.port())) {
            bad.send(new Frame(Frame.WINDOW_UPDATE, 0, 0, new byte[1]));
            assertThat(bad.next()).isEqualTo("closed");
            assertThat(good.get(1).next()).startsWith("HEADERS 1 :status=200");
        }
    }

    @Test
    void anEmptyScriptIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(RawHttp2Partner::script).withMessageContaining("empty");
    }

    private static CompletableFuture<ContentResponse> send(RawHttp2Partner partner, HttpMethod method, int bodyBytes) {
        var request = CLIENTS.of(Protocol.H2C).newRequest(partner.uri()).method(method);
        if (bodyBytes > 0) {
            request.body(new BytesRequestContent(new byte[bodyBytes]));
        }
        return new CompletableResponseListener(request).send();
    }
}
