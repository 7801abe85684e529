package dev.medley.stubs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpMethod;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RecordedRequestTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    private final PartnerStubs stubs =
            PartnerStubs.builder().answer("GET", "/users/{id}", 200, "{}").start();

    @AfterEach
    void stop() {
        stubs.close();
    }

    @ParameterizedTest
    @EnumSource
    void aRequestIsRecordedWithAllThatCame(Protocol protocol) throws Exception {
        stubs.answer("PUT", "/users/7", 204, "");

        CLIENTS.of(protocol)
                .newRequest(stubs.uri() + "/users/7?name=%C3%A9&name=b&flag")
                .method(HttpMethod.PUT)
                .headers(fields -> fields.add("X-Two", "a").add("X-Two", "b"))
                .body(new StringRequestContent("application/json", "{\"é\":1}"))
                .send();

        RecordedRequest request = stubs.recorded("PUT", "/users/7").get(0);
        assertThat(request).hasToString("PUT /users/7?name=%C3%A9&name=b&flag");
        assertThat(request.method()).isEqualTo("PUT");
        assertThat(request.path()).isEqualTo("/users/7");
        assertThat(request.query()).isEqualTo("name=%C3%A9&name=b&flag");
        assertThat(request.parameter("name")).isEqualTo("é");
        assertThat(request.parameter("flag")).isEmpty();
        assertThat(request.parameter("other")).isNull();
        assertThat(request.header("content-type")).startsWith("application/json");
        assertThat(request.headers().get("x-two")).containsExactly("a", "b");
        assertThat(request.body()).isEqualTo("{\"é\":1}");
        assertThat(request.bytes()).hasSize(8);
        assertThat(request.bodyLength()).isEqualTo(8);
    }

    @Test
    void everyRequestIsRecordedWhateverAnswersIt() throws Exception {
        get("/users/1");
        get("/weather?city=Rome");
        get("/nowhere");
        CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(stubs.uri() + "/partner/1")
                .method(HttpMethod.POST)
                .body(new StringRequestContent("order"))
                .send();

        assertThat(stubs.recorded())
                .hasToString("[GET /users/1, GET /weather?city=Rome, GET /nowhere, POST /partner/1]");
        assertThat(stubs.recorded("POST", "/partner/{i}"))
                .extracting(RecordedRequest::body)
                .containsExactly("order");
        assertThat(stubs.recorded("GET", "/weather?city=Rome")).hasSize(1);
        assertThat(stubs.recorded("GET", "/weather?city=Oslo")).isEmpty();
    }

    @Test
    void aResetForgetsTheRecordsAndKeepsTheCounters() throws Exception {
        get("/users/1");

        stubs.reset();

        assertThat(stubs.recorded()).isEmpty();
        assertThat(stubs.requests()).isEqualTo(1);
    }

    @Test
    void aLargeBodyIsKeptInPartAndCountedInFull() throws Exception {
        CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(stubs.uri() + "/partner/1")
                .method(HttpMethod.PUT)
                .body(new BytesRequestContent(new byte[300_000]))
                .send();

        RecordedRequest request = stubs.recorded().get(0);
        assertThat(request.bytes()).hasSize(RecordedRequest.MAX_BODY);
        assertThat(request.bodyLength()).isEqualTo(300_000);
    }

    @Test
    void theLatestRequestsAreKept() throws Exception {
        try (PartnerStubs few = PartnerStubs.builder().recorded(2).start()) {
            for (int i = 0; i < 5; i++) {
                CLIENTS.of(Protocol.HTTP_1_1)
                        .newRequest(few.uri() + "/partner/" + i)
                        .send();
            }

            assertThat(few.recorded()).hasToString("[GET /partner/3, GET /partner/4]");
        }
    }

    @Test
    void aTestWaitsForRequestsThatComeLater() throws Exception {
        var response = new CompletableResponseListener(
                        CLIENTS.of(Protocol.HTTP_1_1).newRequest(stubs.uri() + "/users/3"))
                .send();

        List<RecordedRequest> requests = stubs.awaitRecorded(1, "GET", "/users/{id}", Soon.AT_THE_LATEST);

        assertThat(requests).hasToString("[GET /users/3]");
        response.get();
    }

    @Test
    void requestsThatDoNotComeFailTheTestWithThoseThatCame() throws Exception {
        get("/users/1");

        assertThatThrownBy(() -> stubs.awaitRecorded(2, "GET", "/users/1", Duration.ofMillis(20)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("expected 2 requests GET /users/1 within PT0.02S, but there were 1; received: 1, the latest"
                        + " GET /users/1");
    }

    @Test
    void stubsThatRecordNothingSaySo() {
        try (PartnerStubs none = PartnerStubs.builder().recorded(0).start()) {
            assertThatIllegalStateException()
                    .isThrownBy(none::recorded)
                    .withMessage("these partner stubs record no requests: recorded is 0");
        }
    }

    private void get(String path) throws Exception {
        CLIENTS.of(Protocol.HTTP_1_1).newRequest(stubs.uri() + path).send();
    }
}
