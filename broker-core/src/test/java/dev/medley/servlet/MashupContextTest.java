package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.RequestBody;
import dev.medley.mashup.Reply;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.PoolThreads;
import dev.medley.thread.internal.Soon;
import io.micrometer.context.ContextRegistry;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** The MDC and thread-locals in the callbacks of a mashup beside its exchanges. */
class MashupContextTest {

    private static final String KEY = "tenant";
    private static final ThreadLocal<String> TENANT = new ThreadLocal<>();

    @AutoClose
    private static final PartnerStubs STUBS = PartnerStubs.builder().threads(2).start();

    private final MdcLog log = new MdcLog("mashup-context");

    @BeforeEach
    void register() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(KEY, TENANT);
    }

    @AfterEach
    void close() {
        ContextRegistry.getInstance().removeThreadLocalAccessor(KEY);
        log.close();
    }

    @InEachContainer
    void composeAndTheStagesFindWhatAFilterHasSet(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode)
                .container(kind)
                .filter((request, response, chain) -> {
                    MDC.put("city", "Rome");
                    TENANT.set("acme");
                    try {
                        chain.doFilter(request, response);
                    } finally {
                        log.info("after the chain " + TENANT.get());
                        MDC.remove("city");
                        TENANT.remove();
                    }
                })
                .serve(mashup -> {
                    log.info("compose " + TENANT.get());
                    TENANT.set("left behind");
                    return mashup.get("stubs", "/partner/1").response().thenApply(response -> {
                        log.info("stage " + TENANT.get());
                        return Reply.text("x");
                    });
                })) {
            for (String body : new String[] {"", "a body, for which another thread composes"}) {
                int status = rig.send(rig.request("/").POST(BodyPublishers.ofString(body)))
                        .statusCode();
                assertThat(status).isEqualTo(200);
            }

            assertThat(log.value("compose acme", "city")).isEqualTo("Rome");
            assertThat(log.value("stage left behind", "city")).isEqualTo("Rome");
            assertThat(log.value("after the chain acme", "city")).isEqualTo("Rome");
            assertThat(log.lines()).hasSize(6);
        }
    }

    @InEachMode
    void whatComposeLeavesBehindStaysOnNoThread(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> {
            log.info(MDC.get("city") + " " + TENANT.get());
            MDC.put("city", "Rome");
            TENANT.set("acme");
            return CompletableFuture.completedStage(Reply.text("x"));
        })) {
            for (int i = 0; i < 50; i++) {
                rig.send(rig.request("/").POST(BodyPublishers.ofString(i % 2 == 0 ? "" : "body")));
            }

            assertThat(log.lines()).hasSize(50).allMatch(line -> line.text().equals("null null"));
            assertThat(PoolThreads.mdcs(rig.broker().pool())).allMatch(String::isEmpty);
        }
    }

    @InEachMode
    void aPublisherFindsTheMdcOfCompose(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> {
            MDC.put("city", "Rome");
            return CompletableFuture.completedStage(Reply.stream("text/plain", new Pieces()));
        })) {
            assertThat(rig.get("/").body()).isEqualTo("xx");

            assertThat(log.value("subscribe", "city")).isEqualTo("Rome");
            assertThat(log.lines().stream().filter(line -> line.text().equals("request")))
                    .isNotEmpty()
                    .allMatch(line -> "Rome".equals(line.mdc().get("city")));
        }
    }

    @InEachMode
    void aPublisherOfARequestFindsTheMdcOfCompose(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).serve(mashup -> {
            MDC.put("city", "Rome");
            return mashup.exchange("stubs")
                    .post("/partner/1")
                    .body(RequestBody.stream("text/plain", 2, new Pieces()))
                    .start()
                    .response()
                    .handle((response, failure) -> Reply.text("x"));
        })) {
            assertThat(rig.get("/").statusCode()).isEqualTo(200);

            assertThat(log.value("subscribe", "city")).isEqualTo("Rome");
            assertThat(log.lines().stream().filter(line -> line.text().equals("request")))
                    .isNotEmpty()
                    .allMatch(line -> "Rome".equals(line.mdc().get("city")));
        }
    }

    @InEachMode
    void aDeadlineCancelsWithinTheContext(ExecutionMode mode) throws Exception {
        try (MashupRig rig = rig(mode).deadline(Duration.ofMillis(300)).serve(mashup -> {
            MDC.put("city", "Rome");
            return mashup.get("stubs", "/partner/1?delay=60000").response().handle((response, failure) -> {
                log.info("ended");
                return Reply.text("late");
            });
        })) {
            assertThat(rig.get("/").statusCode()).isEqualTo(504);
            Soon.asserted(() -> assertThat(log.value("ended", "city")).isEqualTo("Rome"));
        }
    }

    @Test
    void theEndOfTheWaitForABodyHasTheContext() throws Exception {
        try (MashupRig rig = rig(ExecutionMode.ASYNC).serve(mashup -> {
            MDC.put("city", "Rome");
            return mashup.inbound().body().handle((bytes, failure) -> {
                log.info("body " + (failure == null));
                return Reply.text("x");
            });
        })) {
            try (RawClient client = new RawClient(rig.port())) {
                client.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 8\r\n\r\n")
                        .send("one ");
                rig.awaitSuspended();
            }
            Soon.asserted(() -> assertThat(log.value("body false", "city")).isEqualTo("Rome"));
        }
    }

    private static MashupRig.Builder rig(ExecutionMode mode) {
        return MashupRig.in(mode).partner("stubs", STUBS.uri());
    }

    /** Two parts. */
    private final class Pieces implements Flow.Publisher<ByteBuffer> {

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
            log.info("subscribe");
            MDC.put("city", "changed by the publisher");
            subscriber.onSubscribe(new Flow.Subscription() {
                private int left = 2;

                @Override
                public void request(long parts) {
                    log.info("request");
                    if (left == 0) {
                        subscriber.onComplete();
                        return;
                    }
                    left--;
                    subscriber.onNext(ByteBuffer.wrap(new byte[] {'x'}));
                }

                @Override
                public void cancel() {
                    log.info("cancel");
                }
            });
        }
    }
}
