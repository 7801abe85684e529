package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The id of a request, from its arrival to the reply, the partners and the log. */
class RequestIdTest {

    private static final String FIELD = "X-Request-Id";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String TRACE_PARENT = "00-" + TRACE + "-00f067aa0ba902b7-01";
    private static final String MADE = "[0-9a-f]{32}";

    private RecordingPartner partner;

    @BeforeEach
    void open() throws Exception {
        partner = new RecordingPartner();
    }

    @AfterEach
    void close() throws Exception {
        partner.close();
    }

    @InEachContainer
    void theIdOfTheClientIsInTheReplyAndAtThePartner(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).container(kind).serve(RequestIdTest::merged)) {
            HttpResponse<String> reply = rig.send(rig.request("/").header(FIELD, "order-7"));

            assertThat(reply.headers().allValues(FIELD)).containsExactly("order-7");
            assertThat(partner.only().values(FIELD)).containsExactly("order-7");
            assertThat(reply.body()).isEqualTo("{\"p\":{},\"id\":\"order-7\"}");
        }
    }

    @InEachContainer
    void aRequestWithoutAnIdIsGivenOne(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).container(kind).serve(RequestIdTest::merged)) {
            String first = rig.get("/").headers().firstValue(FIELD).orElse("");
            String second = rig.get("/").headers().firstValue(FIELD).orElse("");

            assertThat(first).matches(MADE).isNotEqualTo(second);
            assertThat(partner.received().get(0).values(FIELD)).containsExactly(first);
        }
    }

    @Test
    void theTraceIdOfATraceparentIsTheIdAndTheTraceIsPassedOnUnchanged() throws Exception {
        try (MashupRig rig = rig(ExecutionMode.ASYNC).serve(RequestIdTest::merged)) {
            HttpResponse<String> reply = rig.send(rig.request("/")
                    .header("traceparent", TRACE_PARENT)
                    .header("tracestate", "rojo=00f067aa0ba902b7,congo=t61")
                    .header(FIELD, "order-7"));

            assertThat(reply.headers().allValues(FIELD)).containsExactly(TRACE);
            RecordingPartner.Received request = partner.only();
            assertThat(request.values("traceparent")).containsExactly(TRACE_PARENT);
            assertThat(request.values("tracestate")).containsExactly("rojo=00f067aa0ba902b7,congo=t61");
            assertThat(request.values(FIELD)).containsExactly(TRACE);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b",
                "a;b",
                "%0d",
                "\u00e9",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
            })
    void aMalformedIdIsReplaced(String id) throws Exception {
        try (MashupRig rig = rig(ExecutionMode.ASYNC).serve(RequestIdTest::merged);
                RawClient client = new RawClient(rig.port())) {
            client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: " + id + "\r\n\r\n");
            String head = client.readHead();

            assertThat(head).containsPattern(FIELD + ": " + MADE + "\r\n");
            assertThat(partner.only().values(FIELD)).hasSize(1);
        }
    }

    @Test
    void ofTwoIdsNoneIsTaken() throws Exception {
        try (MashupRig rig = rig(ExecutionMode.ASYNC).serve(RequestIdTest::merged)) {
            HttpResponse<String> reply =
                    rig.send(rig.request("/").header(FIELD, "one").header(FIELD, "two"));

            assertThat(reply.headers().firstValue(FIELD).orElse("")).matches(MADE);
        }
    }

    @Test
    void aFieldThatTheMashupSetsIsNotReplacedAndNotDoubled() throws Exception {
        try (MashupRig rig = rig(ExecutionMode.ASYNC)
                .serve(mashup -> mashup.exchange("partner")
                        .header("x-request-id", "own")
                        .header("traceparent", "own-trace")
                        .get("/")
                        .start()
                        .response()
                        .thenApply(response -> Reply.text("x").header("x-request-id", "of the reply")))) {
            HttpResponse<String> reply = rig.send(
                    rig.request("/").header("traceparent", TRACE_PARENT).header("tracestate", "congo=t61"));

            RecordingPartner.Received request = partner.only();
            assertThat(request.values(FIELD)).containsExactly("own");
            assertThat(request.values("traceparent")).containsExactly("own-trace");
            assertThat(request.values("tracestate")).isEmpty();
            assertThat(reply.headers().allValues(FIELD)).containsExactly("of the reply");
        }
    }

    @Test
    void aPartnerThatShallNotSeeTheIdDoesNot() throws Exception {
        try (MashupRig rig =
                rig(ExecutionMode.ASYNC, settings -> settings.requestId(false)).serve(RequestIdTest::merged)) {
            HttpResponse<String> reply = rig.send(
                    rig.request("/").header("traceparent", TRACE_PARENT).header("tracestate", "congo=t61"));

            assertThat(reply.headers().firstValue(FIELD)).contains(TRACE);
            for (String field : List.of(FIELD, "traceparent", "tracestate")) {
                assertThat(partner.only().values(field)).isEmpty();
            }
        }
    }

    @InEachMode
    void aProblemHasTheId(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> {
            throw ProblemException.badRequest("no");
        })) {
            HttpResponse<String> reply = rig.send(rig.request("/").header(FIELD, "order-7"));

            assertThat(reply.statusCode()).isEqualTo(400);
            assertThat(reply.headers().allValues(FIELD)).containsExactly("order-7");
        }
    }

    @InEachMode
    void aReplyOfTheDeadlineHasTheIdAlsoWhileComposeRuns(ExecutionMode mode) throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (MashupRig rig = rig(mode).deadline(Duration.ofMillis(300)).serve(mashup -> {
            awaitUninterruptibly(release);
            return CompletableFuture.completedStage(Reply.text("late"));
        })) {
            HttpResponse<String> reply = rig.send(rig.request("/").header(FIELD, "order-7"));
            release.countDown();

            assertThat(reply.statusCode()).isEqualTo(504);
            assertThat(reply.headers().allValues(FIELD)).containsExactly("order-7");
        }
    }

    @InEachMode
    void theLineOfAFailureHasTheIdWithMethodAndPathAndTheMdc(ExecutionMode mode) throws Exception {
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = rig(mode)
                        .serve(mashup -> mashup.get("partner", "/").response().thenApply(response -> {
                            throw new IllegalStateException("the mashup's own");
                        }))) {
            HttpResponse<String> reply = rig.send(rig.request("/city?name=Rome").header(FIELD, "order-7"));

            assertThat(reply.statusCode()).isEqualTo(500);
            ILoggingEvent line = log.ofMedley().get(0);
            assertThat(line.getFormattedMessage()).endsWith("failed on GET /city, request-id order-7");
            assertThat(line.getMDCPropertyMap()).containsEntry("request-id", "order-7");
        }
    }

    /** Without the interrupt of a virtual thread that is stopped. */
    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
        }
    }

    private static CompletionStage<Reply> merged(Mashup mashup) {
        return mashup.merge()
                .put("p", mashup.get("partner", "/"))
                .put("id", mashup.requestId())
                .reply();
    }

    private MashupRig.Builder rig(ExecutionMode mode) {
        return rig(mode, settings -> settings);
    }

    private MashupRig.Builder rig(ExecutionMode mode, UnaryOperator<PartnerSettings.Builder> partnerChoices) {
        return MashupRig.in(mode)
                .partner(partnerChoices
                        .apply(PartnerSettings.of("partner", partner.url()))
                        .build());
    }
}
