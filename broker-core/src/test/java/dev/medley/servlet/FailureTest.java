package dev.medley.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatObject;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.medley.config.ExecutionMode;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.ExchangeState;
import dev.medley.exchange.Reason;
import dev.medley.json.Json;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.servlet.internal.reply.Failures;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.assertj.core.api.ObjectAssert;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.AutoClose;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** A failure becomes a problem document, which names the fault and nothing internal. */
class FailureTest {

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    @InEachMode
    void aPartnerThatRefusesIsABadGateway(ExecutionMode mode) throws Exception {
        try (RawPartner partner = RawPartner.start(Misbehaviour.REFUSE);
                MashupRig rig =
                        MashupRig.in(mode).partner("shop", partner.uri()).serve(FailureTest::askShop)) {
            assertProblem(rig.get("/"), 502, "Bad Gateway", because(Reason.CONNECT_FAILED))
                    .satisfies(member("partner", "shop"))
                    .satisfies(member("phase", "connecting"));
            assertThat(rig.onlyReplied().status()).isEqualTo(502);
        }
    }

    @InEachMode
    void aPartnerThatBreaksOffIsABadGateway(ExecutionMode mode) throws Exception {
        try (RawPartner partner = RawPartner.start(Misbehaviour.RESET_IN_BODY);
                MashupRig rig =
                        MashupRig.in(mode).partner("shop", partner.uri()).serve(FailureTest::askShop)) {
            assertProblem(rig.get("/"), 502, "Bad Gateway", because(Reason.CONNECTION_FAILED))
                    .satisfies(member("phase", "body"));
        }
    }

    @InEachMode
    void aPartnerThatAnswersWithAnErrorIsABadGateway(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode).serve(mashup -> merged(mashup, "/status/503"))) {
            assertProblem(rig.get("/"), 502, "Bad Gateway", because(Reason.UNEXPECTED_STATUS) + " 503");
        }
    }

    @InEachMode
    void aPartnerThatAnswersWithBrokenJsonIsABadGateway(ExecutionMode mode) throws Exception {
        try (RawPartner partner = RawPartner.start(Misbehaviour.BROKEN_JSON);
                MashupRig rig =
                        MashupRig.in(mode).partner("shop", partner.uri()).serve(FailureTest::askShop)) {
            assertProblem(rig.get("/"), 502, "Bad Gateway", because(Reason.BROKEN_JSON));
        }
    }

    @InEachMode
    void aPartnerThatIsSilentIsAGatewayTimeout(ExecutionMode mode) throws Exception {
        Duration timeout = Duration.ofSeconds(2);
        List<Exchange> asked = new CopyOnWriteArrayList<>();
        try (RawPartner partner = RawPartner.start(Misbehaviour.NEVER_ANSWER);
                MashupRig rig = MashupRig.in(mode)
                        .manualTime()
                        .partner(PartnerSettings.of("shop", partner.uri().toString())
                                .timeout(timeout)
                                .build())
                        .serve(mashup -> {
                            CompletionStage<Reply> reply = askShop(mashup);
                            asked.addAll(mashup.exchanges());
                            return reply;
                        })) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            Soon.until(
                    "the wait for an answer",
                    () -> !asked.isEmpty() && asked.get(0).state() == ExchangeState.WAITING);
            rig.clock().advance(timeout);

            assertProblem(response.get(), 504, "Gateway Timeout", because(Reason.TIMEOUT))
                    .satisfies(member("phase", "waiting"));
        }
    }

    @InEachMode
    void aPartnerWithoutCapacityIsUnavailable(ExecutionMode mode) throws Exception {
        PartnerSettings narrow = PartnerSettings.of("shop", STUBS.uri().toString())
                .maxConnections(1)
                .limits(l -> l.maxQueued(0))
                .build();
        try (MashupRig rig = MashupRig.in(mode)
                .partner(narrow)
                .serve(mashup -> mashup.merge()
                        .put("one", mashup.get("shop", "/partner/1?delay=600000"))
                        .put("two", mashup.get("shop", "/partner/2"))
                        .reply())) {
            HttpResponse<String> reply = rig.get("/");

            assertProblem(reply, 503, "Service Unavailable", because(Reason.NO_CAPACITY))
                    .satisfies(member("phase", "queued"));
            assertThat(reply.headers().firstValue("Retry-After")).contains("1");
        }
    }

    @InEachMode
    void aParameterThatIsMissingIsABadRequest(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode).serve(mashup -> completed(mashup.parameter("city")))) {
            assertProblem(rig.get("/"), 400, "Bad Request", "the parameter city is missing");
        }
    }

    @InEachMode
    void aQueryThatCannotBeDecodedIsABadRequest(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode).serve(mashup -> completed(mashup.parameter("city")));
                RawClient client = RawClient.get(rig.port(), "/?city=%zz")) {
            assertThat(client.readHead()).startsWith("HTTP/1.1 400 ");
        }
    }

    @InEachMode
    void aParameterThatWouldLeaveTheBasePathIsABadRequest(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode)
                .serve(mashup -> mashup.merge()
                        .put("one", mashup.get("shop", "/users/{name}/admin", mashup.parameter("name")))
                        .reply())) {
            assertProblem(
                    rig.get("/?name=.."),
                    400,
                    "Bad Request",
                    "the request leads to an invalid request to a partner: its path has a segment . or ..");
        }
    }

    @InEachMode
    void aParameterThatNoFieldCanHaveIsABadRequest(ExecutionMode mode) throws Exception {
        try (RawPartner partner = RawPartner.start(Misbehaviour.OK);
                MashupRig rig = MashupRig.in(mode)
                        .partner("p", partner.uri())
                        .serve(mashup -> mashup.exchange("p")
                                .get("/")
                                .header("X-City", mashup.parameter("city"))
                                .expectJson()
                                .start()
                                .json()
                                .thenApply(Reply::json))) {
            for (String city : new String[] {"a%0D%0AInjected:%20yes", "%00", "%E2%82%AC"}) {
                HttpResponse<String> reply = rig.get("/?city=" + city);

                assertThat(reply.statusCode()).isEqualTo(400);
                assertThat(reply.body())
                        .contains("invalid request to a partner")
                        .doesNotContain("X-City");
            }
            assertThat(partner.requests()).isZero();
        }
    }

    @InEachMode
    void aMalformedKeyOfTheClientIsABadRequestThatTheLogExplainsOnce(ExecutionMode mode) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(Failures.class);
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        logger.addAppender(log);
        Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        try (RawPartner partner = RawPartner.start(Misbehaviour.OK);
                MashupRig rig = MashupRig.in(mode)
                        .partner("p", partner.uri())
                        .serve(mashup -> mashup.exchange("p")
                                .post("/")
                                .body(RequestBody.of("text/plain", new byte[1]))
                                .idempotencyKey(mashup.inbound().header("Idempotency-Key") + "")
                                .start()
                                .response()
                                .thenApply(Reply::of))) {
            for (String malformed : new String[] {"\"secret", "\"secret\";a=1"}) {
                HttpResponse<String> reply = rig.send(rig.request("/").header("Idempotency-Key", malformed));

                assertThat(reply.statusCode()).isEqualTo(400);
                assertThat(reply.body()).doesNotContain("secret");
            }
            assertThat(partner.requests()).isZero();
            assertThat(rig.send(rig.request("/").header("Idempotency-Key", "\"order 7\""))
                            .statusCode())
                    .as("the quoted form of the IETF's draft")
                    .isEqualTo(200);
        } finally {
            logger.setLevel(before);
            logger.detachAppender(log);
        }
        assertThat(log.list)
                .singleElement()
                .extracting(ILoggingEvent::getFormattedMessage)
                .asString()
                .contains("mashup tested", "GET /", "an Idempotency-Key consists of printable ASCII characters")
                .doesNotContain("secret");
    }

    @InEachMode
    void aRequestThatIsTooLongForAPartnerIsTooLongForMedley(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode)
                .serve(mashup -> CompletableFuture.failedStage(new InvalidRequestException("9000 bytes", true)))) {
            assertProblem(rig.get("/"), 414, "URI Too Long", "the request causes a partner request that is too long");
        }
    }

    @InEachMode
    void anErrorInAStageOrAListenerIsAnInternalError(ExecutionMode mode) throws Exception {
        assertInternalError(
                mode,
                mashup -> mashup.get("shop", "/partner/1").response().thenApply(answer -> {
                    throw new NoClassDefFoundError("no/such/Class");
                }));
        assertInternalError(mode, mashup -> {
            throw new NoClassDefFoundError("no/such/Class");
        });
        assertInternalError(
                mode,
                mashup -> mashup.exchange("shop")
                        .get("/partner/1")
                        .listener(new ExchangeListener() {
                            @Override
                            public void onHeadersCompleted(Exchange exchange) {
                                throw new NoClassDefFoundError("no/such/Class");
                            }
                        })
                        .start()
                        .response()
                        .thenApply(answer -> Reply.text("so")));
    }

    @InEachMode
    void aProblemThatTheMashupThrowsIsTheReply(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode).serve(mashup -> {
            throw new ProblemException(404, "there is no such city");
        })) {
            assertProblem(rig.get("/"), 404, "Not Found", "there is no such city");
        }
    }

    @InEachMode
    void theHeaderFieldsOfAProblemAreInTheReply(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode).serve(mashup -> {
            throw new ProblemException(429, "too many").header("Retry-After", "7");
        })) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(429);
            assertThat(reply.headers().allValues("Retry-After")).containsExactly("7");
        }
    }

    @InEachMode
    void aProblemThatTheStageFailsWithIsTheReply(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode)
                .serve(mashup -> mashup.get("shop", "/partner/1").response().thenApply(answer -> {
                    throw new ProblemException(409, "there is one already");
                }))) {
            assertProblem(rig.get("/"), 409, "Conflict", "there is one already");
        }
    }

    @InEachMode
    void aMashupThatThrowsIsAnInternalError(ExecutionMode mode) throws Exception {
        assertInternalError(mode, mashup -> {
            throw new IllegalStateException("a secret of the inside");
        });
    }

    @InEachMode
    void aMashupThatThrowsAnErrorIsAnInternalError(ExecutionMode mode) throws Exception {
        assertInternalError(mode, mashup -> {
            throw new StackOverflowError("a secret of the inside");
        });
    }

    @InEachMode
    void aStageThatFailsIsAnInternalError(ExecutionMode mode) throws Exception {
        assertInternalError(
                mode, mashup -> CompletableFuture.failedStage(new IllegalStateException("a secret of the inside")));
    }

    @InEachMode
    @SuppressWarnings("NullAway") // Forbidden, but user code may do it.
    void aMashupThatReturnsNothingIsAnInternalError(ExecutionMode mode) throws Exception {
        assertInternalError(mode, mashup -> null);
    }

    @InEachMode
    @SuppressWarnings("NullAway")
    void aStageOfNothingIsAnInternalError(ExecutionMode mode) throws Exception {
        assertInternalError(mode, mashup -> CompletableFuture.completedStage(null));
    }

    @InEachMode
    void aPartnerThatDoesNotExistIsAnInternalError(ExecutionMode mode) throws Exception {
        assertInternalError(
                mode,
                mashup ->
                        mashup.merge().put("secret", mashup.get("secret", "/")).reply());
    }

    @InEachMode
    void aReplyWhoseStatusIsNotFinalIsAnInternalError(ExecutionMode mode) throws Exception {
        for (int status : new int[] {-1, 100, 101}) {
            assertInternalError(
                    mode,
                    mashup -> CompletableFuture.completedStage(Reply.text("so").status(status)));
        }
    }

    /** Tomcat would send it, and the client wait for the rest, or take it from the next reply. */
    @InEachContainer
    void aReplyWithALengthOfItsOwnIsAnInternalError(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        for (String field : new String[] {"content-length", "Transfer-Encoding"}) {
            try (MashupRig rig = MashupRig.in(mode)
                            .container(kind)
                            .serve(mashup -> CompletableFuture.completedStage(Reply.text("so")
                                    .header(field, field.equals("content-length") ? "99" : "chunked")));
                    RawClient client = RawClient.get(rig.port(), "/")) {
                String head = client.readHead();

                assertThat(head).startsWith("HTTP/1.1 500 ").doesNotContain("chunked");
                assertThat(client.read(RawClient.contentLength(head))).contains("the mashup failed");
            }
        }
    }

    @InEachMode
    void withoutAnOptionalPartTheReplySaysWhatIsMissing(ExecutionMode mode) throws Exception {
        try (MashupRig rig = stubs(mode)
                .serve(mashup -> mashup.merge()
                        .put("there", mashup.get("shop", "/status/200"))
                        .putOptional("news", mashup.get("shop", "/status/500"))
                        .reply())) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(200);
            assertThat(reply.body())
                    .contains("\"news\":null")
                    .endsWith(",\"missing\":{\"news\":\"" + Reason.UNEXPECTED_STATUS.label() + " 500\"}}");
        }
    }

    private static MashupRig.Builder stubs(ExecutionMode mode) {
        return MashupRig.in(mode).partner("shop", STUBS.uri());
    }

    private static CompletionStage<Reply> askShop(Mashup mashup) {
        return merged(mashup, "/");
    }

    private static CompletionStage<Reply> merged(Mashup mashup, String target) {
        return mashup.merge().put("shop", mashup.get("shop", target)).reply();
    }

    private static CompletionStage<Reply> completed(String text) {
        return CompletableFuture.completedStage(Reply.text(text));
    }

    private static String because(Reason reason) {
        return "partner shop: " + reason.label();
    }

    private static void assertInternalError(ExecutionMode mode, Function<Mashup, CompletionStage<Reply>> composer)
            throws Exception {
        try (MashupRig rig = stubs(mode).serve(composer)) {
            HttpResponse<String> reply = rig.get("/");

            assertProblem(reply, 500, "Internal Server Error", "the mashup failed");
            assertThat(reply.body()).doesNotContain("secret");
            assertThat(rig.onlyReplied().status()).isEqualTo(500);
        }
    }

    private static ObjectAssert<JsonNode> assertProblem(
            HttpResponse<String> reply, int status, String title, String detail) throws Exception {
        assertThat(reply.statusCode()).isEqualTo(status);
        assertThat(reply.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(reply.body()).doesNotContain("127.0.0.1", "localhost", "Exception", "dev.medley", "java.", ".java:");
        JsonNode problem = Json.parse(reply.body().getBytes(UTF_8)).tree();
        return assertThatObject(problem)
                .satisfies(member("title", title))
                .satisfies(member("detail", detail))
                .satisfies(member("status", String.valueOf(status)));
    }

    private static ThrowingConsumer<JsonNode> member(String name, String value) {
        return problem -> assertThat(problem.path(name).asString()).isEqualTo(value);
    }
}
