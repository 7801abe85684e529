package dev.medley.stubs.raw;

import static dev.medley.stubs.Soon.AT_THE_LATEST;
import static dev.medley.stubs.Soon.soon;
import static dev.medley.stubs.raw.Misbehaviour.CLOSE_BEFORE_HEADERS;
import static dev.medley.stubs.raw.Misbehaviour.CLOSE_WHILE_IDLE;
import static dev.medley.stubs.raw.Misbehaviour.DRIP_BODY;
import static dev.medley.stubs.raw.Misbehaviour.NEVER_ACCEPT;
import static dev.medley.stubs.raw.Misbehaviour.NEVER_ANSWER;
import static dev.medley.stubs.raw.Misbehaviour.OK;
import static dev.medley.stubs.raw.Misbehaviour.REFUSE;
import static dev.medley.stubs.raw.Misbehaviour.RESET_BEFORE_HEADERS;
import static dev.medley.stubs.raw.Misbehaviour.RESET_ON_ACCEPT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.Clients;
import dev.medley.stubs.Protocol;
import dev.medley.stubs.RawClient;
import dev.medley.stubs.StubThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.http.HttpMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RawPartnerTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    @Test
    void aScriptTreatsEachRequestInTurnAndRepeatsItsLastEntry() throws Exception {
        try (RawPartner partner = RawPartner.script(RESET_BEFORE_HEADERS, CLOSE_BEFORE_HEADERS, OK)) {
            assertThat(send(partner)).failsWithin(AT_THE_LATEST);
            assertThat(send(partner)).failsWithin(AT_THE_LATEST);
            assertThat(send(partner).get().getStatus()).isEqualTo(200);
            assertThat(send(partner).get().getStatus()).isEqualTo(200);
            assertThat(partner.requests()).isEqualTo(4);
        }
    }

    @Test
    void anEntryMayStandForSeveralRequests() throws Exception {
        try (RawPartner partner = RawPartner.start(
                builder -> builder.times(2, CLOSE_BEFORE_HEADERS).then(OK))) {
            assertThat(send(partner)).failsWithin(AT_THE_LATEST);
            assertThat(send(partner)).failsWithin(AT_THE_LATEST);
            assertThat(send(partner).get().getContentAsString()).isEqualTo("{\"partner\":0,\"status\":\"ok\"}");
        }
    }

    @Test
    void aConnectionUsesUpTheEntryThatResetsIt() throws Exception {
        try (RawPartner partner = RawPartner.script(RESET_ON_ACCEPT, OK)) {
            assertThat(send(partner)).failsWithin(AT_THE_LATEST);
            assertThat(send(partner).get().getStatus()).isEqualTo(200);
            assertThat(partner.requests()).isEqualTo(1);
            assertThat(partner.connections()).isEqualTo(2);
        }
    }

    @Test
    void bodiesAreReadToTheirEndAndCountedByMethod() throws Exception {
        try (RawPartner partner = RawPartner.start(OK)) {
            HttpClient client = CLIENTS.of(Protocol.HTTP_1_1);
            for (HttpMethod method : List.of(HttpMethod.POST, HttpMethod.POST, HttpMethod.PUT)) {
                client.newRequest(partner.uri())
                        .method(method)
                        .body(new BytesRequestContent(new byte[1_000_000]))
                        .send();
            }

            assertThat(partner.methodCount("POST")).isEqualTo(2);
            assertThat(partner.methodCount("PUT")).isEqualTo(1);
            assertThat(partner.methodCount("GET")).isZero();
        }
    }

    @Test
    void aHeadRequestGetsNoBody() throws IOException {
        try (RawPartner partner = RawPartner.start(OK);
                RawClient client = RawClient.to(partner.port())) {
            client.send("HEAD / HTTP/1.1\r\nHost: raw\r\nConnection: close\r\n\r\n");

            assertThat(client.readToEnd()).contains("Content-Length: 27\r\n").endsWith("\r\n\r\n");
        }
    }

    @Test
    void aCallerThatExpectsToBeAskedForTheBodyIsAsked() throws IOException {
        try (RawPartner partner = RawPartner.start(OK);
                RawClient client = RawClient.to(partner.port())) {
            client.send("POST / HTTP/1.1\r\nHost: raw\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
            assertThat(client.readUntil("\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");

            client.send("ok");

            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void aCallerThatDoesNotSpeakHttpIsDropped() throws IOException {
        try (RawPartner partner = RawPartner.start(OK);
                RawClient client = RawClient.to(partner.port())) {
            assertThat(client.send("nonsense\r\n\r\n").readToEnd()).isEmpty();
            assertThat(partner.requests()).isZero();
        }
    }

    @Test
    void aThousandConnectionsAreServedByOneThread() {
        StubThreads.awaitNone();
        try (RawPartner partner =
                RawPartner.start(builder -> builder.then(DRIP_BODY).dripInterval(Duration.ofMillis(150)))) {
            List<CompletableFuture<ContentResponse>> answers =
                    Stream.generate(() -> send(partner)).limit(1000).toList();
            soon().until(partner::open, count -> count >= 1000);

            assertThat(StubThreads.alive()).containsExactly("raw-partner-" + partner.port());
            assertThat(answers).allSatisfy(answer -> assertThat(answer).succeedsWithin(AT_THE_LATEST));
        }
    }

    @Test
    void eachSignalLetsOneConnectionGoOn() throws IOException {
        try (RawPartner partner = RawPartner.start(CLOSE_WHILE_IDLE);
                RawClient first = RawClient.to(partner.port());
                RawClient second = RawClient.to(partner.port())) {
            first.get("/").readUntil("\"ok\"}");
            second.get("/").readUntil("\"ok\"}");

            partner.proceed();
            assertThat(first.readToEnd()).isEmpty();
            assertThat(partner.open()).isEqualTo(1);

            partner.proceed();
            assertThat(second.readToEnd()).isEmpty();
        }
    }

    @Test
    void aSignalThatComesEarlyIsKept() throws IOException {
        try (RawPartner partner = RawPartner.start(CLOSE_WHILE_IDLE);
                RawClient client = RawClient.to(partner.port())) {
            partner.proceed();

            assertThat(client.get("/").readToEnd()).endsWith("\"ok\"}");
        }
    }

    @Test
    void aConnectionThatIsClosedUsesUpNoSignal() throws IOException {
        try (RawPartner partner = RawPartner.start(CLOSE_WHILE_IDLE);
                RawClient second = RawClient.to(partner.port())) {
            try (RawClient first = RawClient.to(partner.port())) {
                first.get("/").readUntil("\"ok\"}");
            }
            soon().until(partner::open, count -> count == 1);
            second.get("/").readUntil("\"ok\"}");

            partner.proceed();

            assertThat(second.readToEnd()).isEmpty();
        }
    }

    @Test
    void aPortThatAcceptsNothingCannotBeSignalled() {
        try (RawPartner refusing = RawPartner.start(REFUSE)) {
            assertThatThrownBy(refusing::proceed).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void closingEndsPortConnectionsAndThread() throws IOException {
        StubThreads.awaitNone();
        RawPartner partner = RawPartner.start(NEVER_ANSWER);
        int port = partner.port();
        try (RawClient client = RawClient.to(port)) {
            client.get("/");
            soon().until(partner::requests, count -> count == 1);

            partner.close();

            assertThat(client.readToEnd()).isEmpty();
        }
        assertThat(partner.open()).isZero();
        assertThat(StubThreads.alive()).isEmpty();
        assertThatThrownBy(() -> RawClient.to(port)).isInstanceOf(ConnectException.class);
    }

    @Test
    void aPortMayBeChosenAndIsFreeAfterwards() throws Exception {
        int port;
        try (RawPartner any = RawPartner.start(OK)) {
            port = any.port();
            assertThat(any.uri()).isEqualTo(URI.create("http://127.0.0.1:" + port));
            assertThatThrownBy(
                            () -> RawPartner.start(builder -> builder.then(OK).port(port)))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(String.valueOf(port));
        }
        try (RawPartner refusing =
                RawPartner.start(builder -> builder.then(REFUSE).port(port))) {
            assertThat(refusing.port()).isEqualTo(port);
        }
    }

    @Test
    void choicesThatCannotWorkAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(RawPartner::script).withMessage("the script is empty");
        assertThatIllegalArgumentException().isThrownBy(() -> RawPartner.script(REFUSE, OK));
        assertThatIllegalArgumentException().isThrownBy(() -> RawPartner.script(OK, NEVER_ACCEPT));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RawPartner.start(builder -> builder.dripInterval(Duration.ofMillis(-1))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RawPartner.start(builder -> builder.distinctNames(0)))
                .withMessage("distinctNames is 0, but must be at least 1");
    }

    private static CompletableFuture<ContentResponse> send(RawPartner partner) {
        Request request = CLIENTS.of(Protocol.HTTP_1_1).newRequest(partner.uri());
        return new CompletableResponseListener(request).send();
    }
}
