package dev.medley.stubs;

import static dev.medley.stubs.Soon.AT_THE_LATEST;
import static dev.medley.stubs.Soon.soon;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DelaysTest {

    @RegisterExtension
    static final Clients CLIENTS = new Clients();

    @ParameterizedTest
    @EnumSource
    void anAnswerComesNoEarlierThanAskedFor(Protocol protocol) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start()) {
            long begin = System.nanoTime();

            ContentResponse response = CLIENTS.of(protocol)
                    .newRequest(stubs.uri() + "/partner/1?delay=60")
                    .send();

            assertThat(response.getStatus()).isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(60));
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoThousandRequestsWaitOnFewThreads(Protocol protocol) {
        StubThreads.awaitNone();
        ManualTimer timer = new ManualTimer(599_999);
        try (PartnerStubs stubs = PartnerStubs.builder().threads(4).timer(timer).start()) {
            List<CompletableFuture<ContentResponse>> answers = Stream.generate(
                            () -> send(protocol, stubs, "/partner/1?delay=599999"))
                    .limit(2000)
                    .toList();
            soon().until(timer::waiting, count -> count == 2000);

            assertThat(stubs.inFlight()).isEqualTo(2000);
            assertThat(answers).noneMatch(CompletableFuture::isDone);
            assertThat(StubThreads.alive()).hasSizeLessThanOrEqualTo(5);

            timer.pass();

            assertThat(answers)
                    .allSatisfy(answer -> assertThat(answer)
                            .succeedsWithin(AT_THE_LATEST)
                            .extracting(ContentResponse::getStatus)
                            .isEqualTo(200));
            soon().until(stubs::inFlight, count -> count == 0);
        }
    }

    @Test
    void theDelayOfAPostBeginsOnceItsBodyIsRead() throws IOException {
        ManualTimer timer = new ManualTimer(777);
        try (PartnerStubs stubs = PartnerStubs.builder().timer(timer).start();
                RawClient client = RawClient.to(stubs.port())) {
            client.send("POST /partner/1?delay=777 HTTP/1.1\r\nHost: stubs\r\nContent-Length: 2\r\n\r\n1");
            soon().until(stubs::inFlight, count -> count == 1);
            assertThat(timer.waiting()).isZero();

            client.send("2");

            soon().until(timer::waiting, count -> count == 1);
        }
    }

    @Test
    void aRequestThatIsCancelledOverHttp2WaitsNoLonger() {
        ManualTimer timer = new ManualTimer(777);
        try (PartnerStubs stubs = PartnerStubs.builder().timer(timer).start()) {
            Request request = CLIENTS.of(Protocol.H2C).newRequest(stubs.uri() + "/partner/1?delay=777");
            CompletableFuture<ContentResponse> answer = new CompletableResponseListener(request).send();
            soon().until(timer::waiting, count -> count == 1);

            assertThat(request.abort(new IllegalStateException("no longer wanted")))
                    .succeedsWithin(AT_THE_LATEST);

            soon().until(stubs::inFlight, count -> count == 0);
            assertThat(timer.waiting()).isZero();
            assertThat(answer).isCompletedExceptionally();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRequestMayWaitLongerThanAnIdleConnection(Protocol protocol) {
        try (PartnerStubs stubs =
                PartnerStubs.builder().idleTimeout(Duration.ofSeconds(1)).start()) {
            assertThat(send(protocol, stubs, "/partner/1?delay=2500"))
                    .succeedsWithin(AT_THE_LATEST)
                    .extracting(ContentResponse::getStatus)
                    .isEqualTo(200);

            soon().until(stubs::connections, count -> count == 0);
        }
    }

    private static CompletableFuture<ContentResponse> send(Protocol protocol, PartnerStubs stubs, String path) {
        Request request = CLIENTS.of(protocol).newRequest(stubs.uri() + path);
        return new CompletableResponseListener(request).send();
    }
}
