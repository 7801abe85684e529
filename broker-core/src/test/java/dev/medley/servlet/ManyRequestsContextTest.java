package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.connection.ProtocolChoice;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.Outcome;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.thread.internal.PoolThreads;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** A thousand requests at a time, each with an id of its own: in each line of the log, and at the partner. */
class ManyRequestsContextTest {

    private static final int REQUESTS = 1_000;
    private static final int PATIENCE_SECONDS = 120;
    private static final String FIELD = "X-Request-Id";
    private static final String NUMBER = "number";
    private static final String LEFT = "left-behind";
    private static final Pattern TARGET = Pattern.compile("/(first|second|third)/(\\d+)");

    /** Of one request: compose, four stages, and three events at least of each of three exchanges. */
    private static final int LINES = 14;

    private final MdcLog log = new MdcLog("many-requests");
    private RecordingPartner partner;

    @BeforeEach
    void open() throws Exception {
        partner = new RecordingPartner();
    }

    @AfterEach
    void close() throws Exception {
        partner.close();
        log.close();
    }

    @InEachMode
    void noneIsMixedUp(ExecutionMode mode) throws Exception {
        run(mode, ProtocolChoice.HTTP_1_1);
    }

    @Test
    void noneIsMixedUpOverHttp2() throws Exception {
        run(ExecutionMode.ASYNC, ProtocolChoice.H2C);
    }

    private void run(ExecutionMode mode, ProtocolChoice protocol) throws Exception {
        MashupRig.Builder chosen = MashupRig.in(mode)
                .partner(PartnerSettings.of("partner", partner.url())
                        .protocol(protocol)
                        .maxConnections(200)
                        .limits(l -> l.maxQueued(10 * REQUESTS))
                        .build());
        if (mode == ExecutionMode.BLOCKING) {
            chosen.threads(200);
        } else if (mode == ExecutionMode.VIRTUAL) {
            chosen.virtualRequests();
        }
        try (MashupRig rig = chosen.serve(this::compose)) {
            Map<Integer, String> ids = answered(rig);

            assertThat(ids.values()).doesNotHaveDuplicates().hasSize(REQUESTS);
            Soon.asserted(() -> assertThat(log.lines()).hasSizeGreaterThanOrEqualTo(REQUESTS * LINES));
            assertLinesHaveTheirOwn(ids);
            assertPartnerSawTheirOwn(ids);
            assertThat(PoolThreads.mdcs(rig.broker().pool())).isNotEmpty().allMatch(String::isEmpty);
        }
    }

    /** The ids of the replies, each by the number of its request. */
    private static Map<Integer, String> answered(MashupRig rig) throws Exception {
        List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
        for (int n = 0; n < REQUESTS; n++) {
            HttpRequest.Builder request = rig.request("/?n=" + n);
            if (n % 3 == 0) {
                request.header(FIELD, "client-" + n);
            } else if (n % 3 == 1) {
                request.header("traceparent", "00-%032x-00f067aa0ba902b7-01".formatted(n));
            }
            if (n % 2 == 0) {
                request.POST(HttpRequest.BodyPublishers.ofString("body " + n));
            }
            replies.add(rig.begin(request));
        }
        Map<Integer, String> ids = new HashMap<>();
        for (int n = 0; n < REQUESTS; n++) {
            HttpResponse<String> reply = replies.get(n).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
            String id = reply.headers().firstValue(FIELD).orElse("none");
            assertThat(reply.body()).isEqualTo("done " + n + " " + id);
            if (n % 3 == 0) {
                assertThat(id).isEqualTo("client-" + n);
            } else if (n % 3 == 1) {
                assertThat(id).isEqualTo("%032x".formatted(n));
            }
            ids.put(n, id);
        }
        return ids;
    }

    /** Two exchanges at once, and a third that depends on the first; something is put into the MDC everywhere. */
    private CompletionStage<Reply> compose(Mashup mashup) {
        String number = mashup.parameter(NUMBER.substring(0, 1));
        assertThat(MDC.get(NUMBER)).isNull();
        MDC.put(NUMBER, number);
        note(number, "compose");
        CompletionStage<byte[]> body = mashup.inbound().body().thenApply(bytes -> {
            note(number, "body");
            return bytes;
        });
        Exchange first = start(mashup, "first", number);
        Exchange second = start(mashup, "second", number);
        return first.response()
                .thenCompose(response -> {
                    note(number, "compose of a stage");
                    return start(mashup, "third", number).response();
                })
                .thenCombine(second.response(), (third, other) -> {
                    note(number, "combine");
                    return number;
                })
                .thenCombine(body, (combined, bytes) -> combined)
                .handle((combined, failure) -> {
                    note(number, "handle " + failure);
                    return Reply.text("done " + combined + " " + mashup.requestId());
                });
    }

    private Exchange start(Mashup mashup, String which, String number) {
        return mashup.exchange("partner")
                .get("/{which}/{number}", which, number)
                .listener(new Noting(number))
                .start();
    }

    /** Logs a line, and leaves a value behind. */
    private void note(String number, String event) {
        log.info(number + " " + event);
        MDC.put(LEFT, number);
    }

    private void assertLinesHaveTheirOwn(Map<Integer, String> ids) {
        for (MdcLog.Line line : log.lines()) {
            String number = line.text().substring(0, line.text().indexOf(' '));
            assertThat(line.mdc())
                    .as(line.text())
                    .containsEntry(NUMBER, number)
                    .containsEntry("request-id", ids.get(Integer.valueOf(number)));
            assertThat(line.mdc().getOrDefault(LEFT, number)).as(line.text()).isEqualTo(number);
        }
    }

    private void assertPartnerSawTheirOwn(Map<Integer, String> ids) {
        List<RecordingPartner.Received> received = partner.received();
        assertThat(received).hasSize(3 * REQUESTS);
        for (RecordingPartner.Received request : received) {
            Matcher target = TARGET.matcher(request.target());
            assertThat(target.matches()).as(request.target()).isTrue();
            int number = Integer.parseInt(target.group(2));
            assertThat(request.values(FIELD)).as(request.target()).containsExactly(ids.get(number));
            assertThat(request.values("traceparent")).hasSize(number % 3 == 1 ? 1 : 0);
        }
    }

    private final class Noting implements ExchangeListener {

        private final String number;

        Noting(String number) {
            this.number = number;
        }

        @Override
        public void onConnectionEstablished(Exchange exchange) {
            note(number, "established");
        }

        @Override
        public void onConnectionIdle(Exchange exchange) {
            note(number, "idle");
        }

        @Override
        public void onWaitingForResponse(Exchange exchange) {
            note(number, "waiting");
        }

        @Override
        public void onHeadersCompleted(Exchange exchange) {
            note(number, "headers");
        }

        @Override
        public void onBodyCompleted(Exchange exchange) {
            note(number, "body completed");
        }

        @Override
        public void onEnded(Exchange exchange, Outcome outcome) {
            note(number, "ended");
        }
    }
}
