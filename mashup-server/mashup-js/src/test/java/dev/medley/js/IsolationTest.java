package dev.medley.js;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.stubs.StubAnswer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Requests for scripts do not see each other, however each ends. {@code -Dmedley.isolation.requests} is their number. */
final class IsolationTest {

    private static final int REQUESTS = Integer.getInteger("medley.isolation.requests", 1_000);
    private static final int AT_ONCE = 32;

    /** It leaves its secret wherever it can, and replies with all that it finds there before. */
    private static final String SCRIPT = """
            import {last, keep} from './lib/state.mjs';
            export const path = '/s';
            export const methods = ['POST'];
            let own;
            export default async (request, {partners, missing}) => {
              const {secret, end} = await request.json();
              const found = () => [own, last(), globalThis.kept, Object.prototype.kept, [].kept, RegExp.$1, RegExp.lastMatch,
                Object.getPrototypeOf(function* () {}).kept, Object.getPrototypeOf(async () => {}).kept,
                Promise.kept, partners.a.kept, JSON.kept, Symbol.for('x').description === 'x' ? undefined : 'symbol',
                ...Object.values(missing)].filter(each => each !== undefined && each !== '');
              const before = found();
              own = secret;
              keep(secret);
              for (const target of [globalThis, Object.prototype, Array.prototype, Promise, JSON,
                Object.getPrototypeOf(function* () {}), Object.getPrototypeOf(async () => {})]) {
                target.kept = secret;
              }
              /(secret-.*)/.exec(secret);
              missing[secret] = secret;
              const answers = await Promise.all([
                partners.a.get('/echo', {secret}).json(), partners.b.get('/echo', {secret}, {timeout: '2s'}).json()]);
              if (end === 'error') throw new Error(secret);
              if (end === 'problem') throw new Problem(418, secret);
              if (end === 'loop') for (;;);
              if (end === 'deep') { const f = () => f(); f(); }
              if (end === 'never') await new Promise(() => {});
              if (end === 'string') { let s = secret; for (;;) s += s; }
              return {before, secret, answers};
            };
            """;

    private static final List<String> ENDS =
            List.of("", "", "", "", "", "", "error", "problem", "loop", "deep", "never", "string", "abort", "abort");

    @Test
    void noTextOfARequestIsInTheReplyToAnother() throws Exception {
        Path folder = Files.createTempDirectory("isolation");
        Files.createDirectory(folder.resolve("lib"));
        Files.writeString(folder.resolve("s.mjs"), SCRIPT);
        Files.writeString(
                folder.resolve("lib/state.mjs"),
                "let value; export const last = () => value; export const keep = (given) => { value = given; };");
        try (ScriptServer server = ScriptServer.start(
                folder,
                change -> change.settings(settings -> settings.scripts(bounds -> bounds.maxStatements(100_000)
                        .maxTime(Duration.ofMillis(500))
                        .maxString(1_000_000))))) {
            server.stubs()
                    .answer(
                            "GET",
                            "/echo",
                            request -> StubAnswer.json(200, "\"" + request.parameter("secret") + "\"")
                                    .delay(Duration.ofMillis(
                                            String.valueOf(request.query()).hashCode() & 7)));
            List<String> wrong = Collections.synchronizedList(new ArrayList<>());
            sendAll(server, wrong);
            assertThat(wrong).isEmpty();
            await().untilAsserted(() -> assertThat(server.stubs().inFlight()).isZero());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The semaphore counts them.
    private static void sendAll(ScriptServer server, List<String> wrong) throws InterruptedException {
        Random random = new Random(38);
        HttpClient client = HttpClient.newHttpClient();
        Semaphore inFlight = new Semaphore(AT_ONCE);
        for (int i = 0; i < REQUESTS; i++) {
            String secret = "secret-" + i + "-";
            String end = ENDS.get(random.nextInt(ENDS.size()));
            inFlight.acquire();
            CompletableFuture<HttpResponse<String>> sent = client.sendAsync(
                    HttpRequest.newBuilder(server.uri("/s"))
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString(
                                    "{\"secret\":\"%s\",\"end\":\"%s\"}".formatted(secret, end)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (end.equals("abort")) {
                sent.orTimeout(random.nextInt(8), TimeUnit.MILLISECONDS);
            }
            sent.whenComplete((response, failure) -> {
                inFlight.release();
                if (response != null && !isRight(response, secret, end)) {
                    wrong.add(secret + " " + end + ": " + response.statusCode() + " " + response.body());
                } else if (failure != null && !end.equals("abort")) {
                    wrong.add(secret + " " + end + ": " + failure);
                }
            });
        }
        inFlight.acquire(AT_ONCE);
    }

    private static boolean isRight(HttpResponse<String> response, String secret, String end) {
        return switch (end) {
            case "", "abort" ->
                response.body()
                        .equals("{\"before\":[],\"secret\":\"%s\",\"answers\":[\"%s\",\"%s\"]}"
                                .formatted(secret, secret, secret));
            case "problem" -> response.statusCode() == 418 && response.body().contains(secret);
            default -> response.statusCode() == 500 && !response.body().contains("secret-");
        };
    }
}
