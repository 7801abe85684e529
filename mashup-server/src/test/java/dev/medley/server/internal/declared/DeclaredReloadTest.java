package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.server.reload.ReloadReport;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Declared mashups follow the configuration file. */
class DeclaredReloadTest {

    @TempDir
    private Path folder;

    private PartnerStubs partner;
    private Path file;
    private RunningServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeEach
    void start() throws Exception {
        partner = PartnerStubs.builder().answer("GET", "/one", 200, "1").start();
        file = folder.resolve("medley.yaml");
        write("/m: {exchanges: {a: {path: /one}}}");
        ConfigurationFile source = new ConfigurationFile(
                file, Map.of(), Map.of("server.port", "0", "server.host", "127.0.0.1", "server.admin.port", "0"));
        server = new ServerBuilder()
                .mashups(MashupSource.declared())
                .configuration(source.read(), source)
                .start();
    }

    @AfterEach
    void stop() {
        server.close();
        partner.close();
    }

    private void write(String mashups) throws Exception {
        Files.writeString(file, "partners: {a: {url: '%s'}}\nmashups:\n  %s\n".formatted(partner.uri(), mashups));
    }

    private ReloadReport reload() {
        return server.reload("test").toCompletableFuture().join();
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.uri() + path)).build(), BodyHandlers.ofString());
    }

    @Test
    void aMashupIsChangedAddedAndRemoved() throws Exception {
        assertThat(get("/m").body()).isEqualTo("{\"a\":1}");

        write("/m: {exchanges: {a: {path: /one}}, reply: {body: $a + 1}}\n  /n/{x}: {reply: {body: $request.path.x}}");
        assertThat(reload().changed()).containsExactly("mashups./m", "mashups./n/{x}");
        assertThat(get("/m").body()).isEqualTo("2");
        assertThat(get("/n/y").body()).isEqualTo("\"y\"");

        write("/n/{x}: {reply: {body: $request.path.x}}");
        assertThat(reload().changed()).containsExactly("mashups./m");
        assertThat(get("/m").statusCode()).isEqualTo(404);
    }

    @Test
    void whatOtherSectionsSayOfAMashupIsChangedToo() throws Exception {
        String mashup = "mashups: {/m: {exchanges: {a: {path: /one}}, reply: {max-age: '60'}}}\n";
        Files.writeString(file, "partners: {a: {url: '%s'}}\n".formatted(partner.uri()) + mashup);
        assertThat(reload().applied()).isTrue();
        HttpResponse<String> before = get("/m");

        Files.writeString(
                file,
                "server: {medley-manifest: off}\npartners: {a: {url: '%s', pass-headers: [Cookie]}}\n"
                                .formatted(partner.uri())
                        + mashup);
        assertThat(reload().changed()).containsExactlyInAnyOrder("server.medley-manifest", "partners.a");
        HttpResponse<String> after = get("/m");

        assertThat(before.headers().firstValue("Medley-Manifest")).isPresent();
        assertThat(before.headers().firstValue("Vary")).isEmpty();
        assertThat(after.headers().firstValue("Medley-Manifest")).isEmpty();
        assertThat(after.headers().firstValue("Vary")).hasValue("Cookie");
    }

    @Test
    void aScheduledMashupThatIsTheSameKeepsItsSnapshotAndAChangedOneRunsAtOnce() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        partner.answer("GET", "/tick", request -> StubAnswer.json(200, Integer.toString(asked.incrementAndGet())));
        write("/s: {every: 1h, exchanges: {a: {path: /tick}}, reply: {body: $a}}");
        assertThat(reload().applied()).isTrue();
        assertThat(get("/s").body()).isEqualTo("1");

        write("/n: {reply: {body: '1'}}\n  /s: {every: 1h, exchanges: {a: {path: /tick}}, reply: {body: $a}}");
        assertThat(reload().changed()).containsExactly("mashups./n");
        assertThat(get("/s").body()).isEqualTo("1");
        assertThat(asked).hasValue(1);

        write("/s: {every: 1h, exchanges: {a: {path: /tick}}, reply: {body: $a * 10}}");
        assertThat(reload().applied()).isTrue();
        await().untilAsserted(() -> assertThat(get("/s").body()).isEqualTo("20"));

        write("/n: {reply: {body: '1'}}");
        assertThat(reload().applied()).isTrue();
        assertThat(get("/s").statusCode()).isEqualTo(404);
        assertThat(asked).hasValue(2);
    }

    @Test
    void aReloadInTheMiddleOfARunTakesTheReplyOfTheNewCodeAlone() throws Exception {
        CompletableFuture<Void> held = new CompletableFuture<>();
        AtomicInteger asked = new AtomicInteger();
        partner.answer(
                "GET",
                "/tick",
                request -> asked.incrementAndGet() == 1
                        ? StubAnswer.json(200, "1").after(held)
                        : StubAnswer.json(200, "2"));
        write("/s: {every: 1h, exchanges: {a: {path: /tick}}, reply: {body: $a}}");
        assertThat(reload().applied()).isTrue();
        await().until(() -> asked.get() == 1);
        CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(
                HttpRequest.newBuilder(URI.create(server.uri() + "/s")).build(), BodyHandlers.ofString());

        write("/s: {every: 1h, exchanges: {a: {path: /tick}}, reply: {body: $a + 100}}");
        assertThat(reload().applied()).isTrue();
        assertThat(get("/s").body()).isEqualTo("102");
        held.complete(null);

        assertThat(waiting.get(10, TimeUnit.SECONDS).body()).isEqualTo("102");
        assertThat(get("/s").body()).isEqualTo("102");
        assertThat(asked).hasValue(2);
    }

    @Test
    void aWrongMashupIsRefusedAndTheOldOnesStay() throws Exception {
        write("/m: {exchanges: {a: {path: /one}}, reply: {body: $b}}");

        ReloadReport refused = reload();

        assertThat(refused.applied()).isFalse();
        assertThat(refused.problems())
                .containsExactly(file
                        + ":3:52: mashups./m.reply.body: '$b' is unknown; expected $a, $missing, $partners, $request or"
                        + " $response");
        assertThat(get("/m").body()).isEqualTo("{\"a\":1}");
    }

    @Test
    void aPartnerThatADeclaredMashupNeedsCannotBeTakenAway() throws Exception {
        Files.writeString(
                file,
                "partners: {b: {url: '%s'}}\nmashups:\n  /m: {exchanges: {a: {path: /one}}}\n"
                        .formatted(partner.uri()));

        assertThat(reload().problems())
                .containsExactly(file + ":3:20: mashups./m.exchanges.a: there is no partner 'a'; expected b");
        assertThat(get("/m").statusCode()).isEqualTo(200);
    }

    @Test
    void aRequestOfTheNewConfigurationIsNotSharedWithOneOfTheOld() throws Exception {
        partner.answer(
                "GET",
                "/items",
                request -> StubAnswer.json(
                        200,
                        Stream.of(String.valueOf(request.parameter("ids")).split(","))
                                .map(id -> "{\"id\":\"%s\",\"of\":\"%s\"}".formatted(id, request.header("X-Of")))
                                .collect(Collectors.joining(",", "[", "]"))));
        String mashup =
                "/m/{id}: {exchanges: {b: {partner: a, path: /one}, a: {needs: [b], path: '/items?ids={$join($keys, \",\")}', headers: {X-Of: %s},"
                        + " batch: {by: id, max: 2, wait: %s, key: $request.path.id}}}, reply: {body: $a.of}}";
        write(mashup.formatted("old", "2s"));
        assertThat(reload().applied()).isTrue();
        CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(
                HttpRequest.newBuilder(URI.create(server.uri() + "/m/1")).build(), BodyHandlers.ofString());
        partner.awaitRecorded(1, "GET", "/one", Duration.ofSeconds(10));
        write(mashup.formatted("new", "1ms"));
        assertThat(reload().applied()).isTrue();

        assertThat(get("/m/2").body()).isEqualTo("\"new\"");
        assertThat(waiting.join().body()).isEqualTo("\"old\"");
    }

    @Test
    void aListIsReadToItsEndByTheConfigurationThatBeganIt() throws Exception {
        CompletableFuture<Void> reloaded = new CompletableFuture<>();
        String page = "{\"old\": \"%1$s\", \"new\": \"not %1$s\"%2$s}";
        partner.answer(
                "GET",
                "/items",
                request -> request.query() == null
                        ? StubAnswer.json(200, page.formatted(request.header("X-Of"), ", \"next\": \"?at=2\""))
                        : StubAnswer.json(200, page.formatted(request.header("X-Of"), ""))
                                .after(reloaded));
        String mashup =
                "/m: {exchanges: {a: {path: /items, headers: {X-Of: %1$s}, pages: {next: $page.next, items: $page.%1$s}}}, reply: {body: $a}}";
        write(mashup.formatted("old"));
        assertThat(reload().applied()).isTrue();
        CompletableFuture<HttpResponse<String>> waiting = client.sendAsync(
                HttpRequest.newBuilder(URI.create(server.uri() + "/m")).build(), BodyHandlers.ofString());
        partner.awaitRecorded(2, "GET", "/items", Duration.ofSeconds(10));
        write(mashup.formatted("new"));
        assertThat(reload().applied()).isTrue();
        reloaded.complete(null);

        assertThat(waiting.join().body()).isEqualTo("[\"old\",\"old\"]");
        assertThat(get("/m").body()).isEqualTo("[\"not new\",\"not new\"]");
    }

    @Test
    void noRequestFailsWhileMashupsChange() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Set<String> replies = ConcurrentHashMap.newKeySet();
        List<Thread> clients = List.of(new Thread(() -> ask(over, replies)), new Thread(() -> ask(over, replies)));
        clients.forEach(Thread::start);
        try {
            for (int i = 0; i < 20; i++) {
                String expected = "200 " + i;
                write("/m: {exchanges: {a: {path: /one}}, reply: {body: '$a * %d'}}".formatted(i));
                assertThat(reload().applied()).isTrue();
                await().until(() -> replies.contains(expected));
            }
        } finally {
            over.set(true);
            for (Thread each : clients) {
                each.join();
            }
        }
        assertThat(replies).allMatch(reply -> reply.startsWith("200 "));
    }

    private void ask(AtomicBoolean over, Set<String> replies) {
        while (!over.get()) {
            try {
                HttpResponse<String> reply = get("/m");
                replies.add(reply.statusCode() + " " + reply.body());
            } catch (Exception x) {
                replies.add(x.toString());
            }
        }
    }
}
