package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.stubs.StubAnswer;
import dev.medley.thread.internal.BrokerPool;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scripts run in each execution mode, and in the smallest pool. */
final class ScriptModesTest {

    private static final String BODY = """
            const all = await Promise.all([0, 1, 2].map(i => partners[i % 2 ? 'a' : 'b'].get('/x', {i}).json()));
            await new Promise(done => setTimeout(done, 5));
            return all.concat(await partners.a.get('/x', {i: 3}).json());
            """;

    private static Stream<ExecutionMode> modes() {
        return Stream.of(ExecutionMode.values())
                .filter(mode -> mode != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable());
    }

    @ParameterizedTest
    @MethodSource("modes")
    void manyRunsAtOnceGetTheirReplies(ExecutionMode mode) throws Exception {
        try (ScriptServer server = ScriptServer.start(
                ScriptServer.script("/s", BODY), change -> change.settings(settings -> settings.execution(mode)))) {
            assertRuns(server, 40);
        }
    }

    @Test
    void aPoolWithoutAShareRunsThem() throws Exception {
        try (ScriptServer server = ScriptServer.start(
                ScriptServer.script("/s", BODY),
                change -> change.settings(
                        settings -> settings.threads(BrokerPool.MINIMUM_THREADS).loops(2)))) {
            assertRuns(server, 10);
        }
    }

    @Test
    void requestsBeyondTheContextsAreRefused() throws Exception {
        try (ScriptServer server = ScriptServer.start(
                ScriptServer.script("/s", "return partners.a.get('/slow').json();"),
                change -> change.settings(settings -> settings.scripts(bounds -> bounds.maxContexts(1))))) {
            CompletableFuture<Void> gate = new CompletableFuture<>();
            server.stubs().answer("GET", "/slow", StubAnswer.json(200, "1").after(gate));
            CompletableFuture<HttpResponse<String>> first = server.sendAsync("/s");
            server.stubs().awaitRecorded(1, "GET", "/slow", Duration.ofSeconds(20));
            HttpResponse<String> refused = server.get("/s");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.headers().firstValue("Retry-After")).isPresent();
            gate.complete(null);
            assertThat(first.join().statusCode()).isEqualTo(200);
            assertThat(server.get("/s").statusCode()).isEqualTo(200);
        }
    }

    private static void assertRuns(ScriptServer server, int runs) {
        server.stubs()
                .answer(
                        "GET",
                        "/x",
                        request -> StubAnswer.json(200, String.valueOf(request.parameter("i")))
                                .delay(Duration.ofMillis(20)));
        List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            sent.add(server.sendAsync("/s"));
        }
        assertThat(sent).allSatisfy(each -> assertThat(each.join().body()).isEqualTo("[0,1,2,3]"));
    }
}
