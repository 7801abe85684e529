package dev.medley.stubs;

import static dev.medley.stubs.Soon.soon;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpMethod;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StubAnswersTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    private static final ManualTimer TIME = new ManualTimer(5000);

    private static final PartnerStubs STUBS = PartnerStubs.builder()
            .timer(TIME)
            .answer("GET", "/users/7", 200, "{\"id\":7}")
            .answer("GET", "/flaky", StubAnswer.status(503), StubAnswer.json(200, "{}"))
            .start();

    @AfterAll
    static void stop() {
        STUBS.close();
    }

    @BeforeEach
    void reset() {
        STUBS.reset();
    }

    @ParameterizedTest
    @EnumSource
    void aDefinedPathAnswersWithItsDocument(Protocol protocol) throws Exception {
        ContentResponse response = get(protocol, "/users/7?any=query");

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getMediaType()).isEqualTo("application/json");
        assertThat(response.getContentAsString()).isEqualTo("{\"id\":7}");
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerIsReplacedWhileTheStubsRun(Protocol protocol) throws Exception {
        STUBS.answer("GET", "/users/7", 404, "");

        ContentResponse response = get(protocol, "/users/7");

        assertThat(response.getStatus()).isEqualTo(404);
        assertThat(response.getContent()).isEmpty();
        assertThat(response.getMediaType()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void answersAreGivenInTurnAndTheLastIsRepeated(Protocol protocol) throws Exception {
        assertThat(get(protocol, "/flaky").getStatus()).isEqualTo(503);
        assertThat(get(protocol, "/flaky").getStatus()).isEqualTo(200);
        assertThat(get(protocol, "/flaky").getStatus()).isEqualTo(200);
    }

    @Test
    void aResetReturnsToTheAnswersOfTheBuilderAndTheirBeginning() throws Exception {
        STUBS.answer("GET", "/users/7", 500, "").answer("GET", "/late", 200, "");
        get("/flaky");

        STUBS.reset();

        assertThat(get("/users/7").getStatus()).isEqualTo(200);
        assertThat(get("/flaky").getStatus()).isEqualTo(503);
        assertThat(get("/late").getStatus()).isEqualTo(404);
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerHasTheFieldsChosen(Protocol protocol) throws Exception {
        STUBS.answer(
                "GET",
                "/fields",
                StubAnswer.status(304)
                        .header("ETag", "\"1\"")
                        .header("X-Two", "a")
                        .header("X-Two", "b"));

        ContentResponse response = get(protocol, "/fields");

        assertThat(response.getStatus()).isEqualTo(304);
        assertThat(response.getHeaders().get("ETag")).isEqualTo("\"1\"");
        assertThat(response.getHeaders().getValuesList("X-Two")).containsExactly("a", "b");
    }

    @ParameterizedTest
    @EnumSource
    void aFunctionAnswersByTheRequest(Protocol protocol) throws Exception {
        STUBS.answer(
                "POST",
                "/orders",
                request -> StubAnswer.body(
                        201, "text/plain", (request.parameter("currency") + " " + request.body()).getBytes(UTF_8)));

        ContentResponse response = CLIENTS.of(protocol)
                .newRequest(STUBS.uri() + "/orders?currency=%E2%82%AC")
                .method(HttpMethod.POST)
                .body(new StringRequestContent("order of tea"))
                .send();

        assertThat(response.getStatus()).isEqualTo(201);
        assertThat(response.getMediaType()).isEqualTo("text/plain");
        assertThat(response.getContentAsString()).isEqualTo("€ order of tea");
    }

    @Test
    void aDelayedAnswerWaits() throws Exception {
        STUBS.answer("GET", "/slow", StubAnswer.json(200, "{}").delay(Duration.ofSeconds(5)));

        CompletableFuture<ContentResponse> response =
                new CompletableResponseListener(CLIENTS.of(Protocol.HTTP_1_1).newRequest(STUBS.uri() + "/slow")).send();

        soon().until(TIME::waiting, waiting -> waiting == 1);
        assertThat(response).isNotDone();
        TIME.pass();
        assertThat(response.get().getStatus()).isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void anAnswerIsHeldUntilAStageIsComplete(Protocol protocol) throws Exception {
        CompletableFuture<Void> stage = new CompletableFuture<>();
        STUBS.answer("GET", "/held", StubAnswer.json(200, "{}").after(stage));

        CompletableFuture<ContentResponse> response =
                new CompletableResponseListener(CLIENTS.of(protocol).newRequest(STUBS.uri() + "/held")).send();
        STUBS.awaitRecorded(1, "GET", "/held", Duration.ofSeconds(30));

        assertThat(get(protocol, "/users/7").getStatus()).isEqualTo(200);
        assertThat(response).isNotDone();
        stage.completeExceptionally(new IllegalStateException("test"));
        assertThat(response.get().getContentAsString()).isEqualTo("{}");
        assertThat(get(protocol, "/held").getStatus()).isEqualTo(200);
    }

    @Test
    void aResetEndsTheRequestsThatAreHeld() throws Exception {
        STUBS.answer(
                "GET", "/held", StubAnswer.misbehaviour(StubMisbehaviour.RESET).after(new CompletableFuture<>()));
        CompletableFuture<ContentResponse> response =
                new CompletableResponseListener(CLIENTS.of(Protocol.HTTP_1_1).newRequest(STUBS.uri() + "/held")).send();
        STUBS.awaitRecorded(1, "GET", "/held", Duration.ofSeconds(30));

        soon().untilAsserted(() -> {
            STUBS.reset();
            assertThat(response).isCompletedExceptionally();
        });
    }

    @Test
    void aFunctionAnswersEachRequestUntilItIsTakenAway() throws Exception {
        STUBS.answerAll(request -> StubAnswer.json(200, "\"" + request + "\""));

        assertThat(get("/users/7").getContentAsString()).isEqualTo("\"GET /users/7\"");
        assertThat(get("/weather?city=Rome").getContentAsString()).isEqualTo("\"GET /weather?city=Rome\"");
        STUBS.answerAll(null);
        assertThat(get("/users/7").getContentAsString()).isEqualTo("{\"id\":7}");
        STUBS.answerAll(request -> StubAnswer.status(204)).reset();
        assertThat(get("/users/7").getStatus()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "/a/b,              exact",
        "/a/b?x=2,          exact",
        "/a/b?x=1&y=%C3%A9, exact with query",
        "/a/b?y=%c3%a9&x=1, exact with query",
        "/a/c,              template",
        "/a/c?x=1,          template with query",
        "/a%2Fb/%7Ec,       encoded"
    })
    void theMostSpecificDefinitionAnswers(String path, String expected) throws Exception {
        STUBS.answer("GET", "/{any}/{path}?x=1", 200, "template with query")
                .answer("GET", "/a/{name}?x=1", 200, "template with query")
                .answer("GET", "/a/{name}", 200, "template")
                .answer("GET", "/a/b", 200, "exact")
                .answer("GET", "/a/b?x=1&y=%C3%A9", 200, "exact with query")
                .answer("GET", "/a%2fb/~c", 200, "encoded");

        assertThat(get(path).getContentAsString()).isEqualTo(expected);
    }

    @Test
    void aDefinitionComesBeforeABuiltInEndpoint() throws Exception {
        assertThat(get("/weather?city=Rome").getContentAsString()).contains("Rome");

        STUBS.answer("GET", "/weather", 200, "{\"own\":true}");

        assertThat(get("/weather?city=Rome").getContentAsString()).isEqualTo("{\"own\":true}");
    }

    @Test
    void aDefinitionOfGetAnswersHead() throws Exception {
        ContentResponse response = CLIENTS.of(Protocol.HTTP_1_1)
                .newRequest(STUBS.uri() + "/users/7")
                .method(HttpMethod.HEAD)
                .send();

        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getHeaders().get("Content-Length")).isEqualTo("8");
    }

    private static ContentResponse get(String path) throws Exception {
        return get(Protocol.HTTP_1_1, path);
    }

    private static ContentResponse get(Protocol protocol, String path) throws Exception {
        return CLIENTS.of(protocol).newRequest(STUBS.uri() + path).send();
    }
}
