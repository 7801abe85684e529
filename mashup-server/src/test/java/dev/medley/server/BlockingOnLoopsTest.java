package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import dev.medley.stubs.PartnerStubs;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that wait on threads of their own, with loops: those are left to the connections. */
class BlockingOnLoopsTest {

    private static final int REQUESTS = 6;

    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    @Timeout(60)
    void aRequestDoesNotWaitOnALoopNorOnTheLastThreadBesideThem(int loops) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().start();
                RunningServer server = new ServerBuilder()
                        .port(0)
                        .settings(settings -> settings.execution(ExecutionMode.BLOCKING)
                                .threads(20)
                                .loops(loops))
                        .partner("stub", stubs.uri().toString())
                        .mashup(new FanoutServlet())
                        .start()) {
            List<CompletableFuture<HttpResponse<String>>> requests = new ArrayList<>();
            for (int i = 0; i < REQUESTS; i++) {
                requests.add(Replies.getLater(server.uri(), "/fanout?c=2&delay=200"));
            }
            for (CompletableFuture<HttpResponse<String>> request : requests) {
                assertThat(request.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
            }
        }
    }
}
