package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.ChromiumBrowser.Page;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.PricesServlet;
import dev.medley.stubs.proxy.FaultProxy;
import dev.medley.stubs.proxy.ProxyFault;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The JavaScript client of topics, in a browser, whose network is taken away and given back. */
@Timeout(120)
class TopicBrowserTest {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private static final String TOPICS = """
            server: {admin: {port: 0}, access-log: false}
            topics:
              prices: {public: true, messages: 1000, publish: {anybody: true}}
              short: {public: true, messages: 5, publish: {anybody: true}}
              closed: {publish: {anybody: true}}
            """;

    private static final String UNTIL = """
            const until = condition => new Promise(resolve => {
              const look = () => condition() ? resolve(true) : setTimeout(look, 5);
              look();
            });
            """;

    /** What the page has seen, in {@code seen}, {@code gaps}, {@code errors} and {@code states}. */
    private static final String SETUP = UNTIL + """
            const { connect } = await import('/topics/-/client.js');
            const seen = [], gaps = [], errors = [], states = [];
            const begin = options => {
              globalThis.topics = connect('/topics', { firstDelay: 10, longestDelay: 100, openTimeout: 2000, ...options });
              topics.onState(state => states.push(state));
            };
            const watch = (subject, after) => topics.subscribe(subject, {
              after,
              onMessage: message => seen.push(message.data),
              onGap: gap => gaps.push(gap),
              onError: error => errors.push(`${error.status} ${error.message}`),
            });
            """;

    @TempDir
    private static Path folder;

    @SuppressWarnings("NullAway.Init") // for all tests
    private static ChromiumBrowser browser;

    private RunningServer server = start(0);
    private final FaultProxy proxy = FaultProxy.to(server.uri());

    @SuppressWarnings("NullAway.Init") // for each test
    private Page page;

    @BeforeAll
    static void startBrowser() throws Exception {
        browser = ChromiumBrowser.start(Chromium.find(folder));
    }

    @AfterAll
    static void endBrowser() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() throws Exception {
        page = browser.open(proxy.uri().resolve("/topics/-/client.d.ts"));
        page.run(SETUP);
    }

    @AfterEach
    void close() throws Exception {
        page.close();
        proxy.close();
        server.close();
    }

    private static RunningServer start(int port) {
        try {
            return new ServerBuilder()
                    .configuration("topics.yaml", TOPICS)
                    .port(port)
                    .start();
        } catch (IOException x) {
            throw new AssertionError(x);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void messagesComeInOrderAndOnce(String transport) throws Exception {
        begin(transport);
        watch("prices.*");
        publish("prices.eur", 0, 500);
        awaitSeen(500);
        assertThat(seen()).isEqualTo(numbers(0, 500));
        assertThat(page.evaluate("gaps.length + errors.length").asInt()).isZero();
        assertThat(page.evaluate("topics.state").get("transport").asString()).isEqualTo(transport);
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void messagesOfOtherSubjectsAreNoGap(String transport) throws Exception {
        begin(transport);
        watch("prices.eur.>");
        for (int i = 0; i < 10; i++) {
            publish("prices.eur.spot", i, 1);
            publish("prices.usd", 100, 1);
            awaitSeen(i + 1);
        }
        assertThat(seen()).isEqualTo(numbers(0, 10));
        assertThat(page.evaluate("gaps").toString()).isEqualTo("[]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void afterTheNetworkWasAwayEachMessageIsThereOnce(String transport) throws Exception {
        begin(transport);
        watch("prices.>");
        for (int round = 0; round < 10; round++) {
            publish("prices.eur", 20 * round, 10);
            if (round % 2 == 0) {
                proxy.refuse();
                proxy.reset();
            } else {
                proxy.disconnect();
            }
            publish("prices.usd", 20 * round + 10, 10);
            proxy.accept();
            awaitSeen(20 * (round + 1));
        }
        assertThat(seen()).isEqualTo(numbers(0, 200));
        assertThat(page.evaluate("gaps.length + errors.length").asInt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void whatTheBrowserMissedWithoutNetworkIsThereAfterwards(String transport) throws Exception {
        begin(transport);
        watch("prices.eur");
        page.offline(true);
        publish("prices.eur", 0, 50);
        page.offline(false);
        awaitSeen(50);
        assertThat(seen()).isEqualTo(numbers(0, 50));
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void whatTheLogHasLostMeanwhileIsAGap(String transport) throws Exception {
        begin(transport);
        watch("short.a");
        publish("short.a", 0, 3);
        awaitSeen(3);
        proxy.refuse();
        proxy.reset();
        publish("short.a", 3, 20);
        proxy.accept();
        awaitSeen(8);
        assertThat(seen()).isEqualTo(List.of(0, 1, 2, 18, 19, 20, 21, 22));
        JsonNode gaps = page.evaluate("gaps");
        assertThat(gaps).hasSize(1);
        assertThat(gaps.get(0).get("after").asString()).endsWith(":3");
        assertThat(gaps.get(0).get("first").asString()).endsWith(":19");
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void aRestartOfTheServerIsAGap(String transport) throws Exception {
        // The server asks for 2 to 12 s, of which this page makes as many hundredths. Nothing else waits so long.
        page.run("""
                const later = setTimeout;
                globalThis.setTimeout = (task, delay) => later(task, delay >= 2000 && delay < 12000 ? delay / 100 : delay)""");
        page.evaluate("begin({ transports: ['%s'], openTimeout: 20000, patience: 20000 })".formatted(transport));
        watch("prices.eur");
        publish("prices.eur", 0, 3);
        awaitSeen(3);
        int port = server.port();
        server.close();
        JsonNode waiting = page.evaluate(
                "until(() => states.some(each => each.isAsked)).then(() => states.find(each => each.isAsked))");
        assertThat(waiting.get("reason").asString()).isEqualTo("the server stops");
        assertThat(waiting.get("retryIn").asInt()).isBetween(2000, 12_000);
        server = start(port);
        publish("prices.eur", 3, 2);
        awaitSeen(5);
        assertThat(seen()).isEqualTo(numbers(0, 5));
        JsonNode gaps = page.evaluate("gaps");
        assertThat(gaps).as(gaps.toString()).hasSize(1);
        assertThat(gaps.get(0).get("first").asString()).endsWith(":1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void aConnectionThatIsDeadIsFound(String transport) throws Exception {
        page.evaluate(
                "begin({ transports: ['%s'], silence: 200, patience: 200, openTimeout: 400 })".formatted(transport));
        watch("prices.eur");
        publish("prices.eur", 0, 3);
        awaitSeen(3);
        proxy.inject(ProxyFault.blackHole());
        publish("prices.eur", 3, 3);
        page.evaluate("until(() => topics.state.state === 'waiting')");
        proxy.inject(ProxyFault.none());
        awaitSeen(6);
        assertThat(seen()).isEqualTo(numbers(0, 6));
    }

    @Test
    void eventStreamsServeWhereNoWebSocketOpens() throws Exception {
        page.evaluate("""
                globalThis.WebSocket = class extends WebSocket {
                  constructor() { super('ws://127.0.0.1:%d/none'); }
                };
                begin()""".formatted(proxy.port()));
        watch("prices.eur");
        publish("prices.eur", 0, 5);
        awaitSeen(5);
        proxy.reset();
        publish("prices.eur", 5, 5);
        awaitSeen(10);
        assertThat(seen()).isEqualTo(numbers(0, 10));
        assertThat(page.evaluate("topics.state.transport").asString()).isEqualTo("eventsource");
        assertThat(page.evaluate("topics.publish('prices.eur', 10)").asString()).endsWith(":11");
        awaitSeen(11);
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void whatIsRefusedIsReportedToItsSubscriptionAndNotTriedAgain(String transport) throws Exception {
        begin(transport);
        page.evaluate("watch('closed.a'); watch('none.a'); watch('prices..a'); until(() => errors.length === 3)");
        watch("prices.eur");
        publish("prices.eur", 0, 1);
        awaitSeen(1);
        assertThat(page.evaluate("errors.sort()").toString())
                .isEqualTo("[\"400 a subject has no empty token\","
                        + "\"403 nobody may subscribe to the topic closed: it is not public, and has no rule of subscribers\","
                        + "\"404 there is no topic none\"]");
        assertThat(page.evaluate("states.map(each => each.state)").toString())
                .isEqualTo("[\"idle\",\"connecting\",\"open\"]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "eventsource"})
    void publicationsAreThereOnceWhateverIsCut(String transport) throws Exception {
        begin(transport);
        page.evaluate("watch('prices.eur', 'earliest')");
        page.evaluate("""
                globalThis.published = Promise.all(
                    Array.from({ length: 300 }, async (none, i) => topics.publish('prices.eur', i)));
                true""");
        for (int i = 1; i <= 5; i++) {
            awaitSeen(20 * i);
            proxy.reset();
        }
        assertThat(page.evaluate("published")).hasSize(300);
        awaitSeen(300);
        assertThat(seen()).isEqualTo(numbers(0, 300));
        assertThat(page.evaluate("topics.publish('inside', 1).catch(error => error.status)")
                        .asInt())
                .isEqualTo(404);
    }

    @Test
    void aMalformedFrameCostsTheConnectionAndNoMessage() throws Exception {
        page.evaluate("""
                const Real = WebSocket;
                let malformed = ['{', '[]', 'null', '{"id":1,"prev":"x","position":"e:1"}', '{"type":"gap","id":1}'];
                globalThis.WebSocket = class extends Real {
                  set onmessage(listener) {
                    const text = listener && malformed.pop();
                    super.onmessage = listener && (event => listener(text ? { data: text } : event));
                  }
                };
                begin()""");
        watch("prices.eur");
        publish("prices.eur", 0, 3);
        awaitSeen(3);
        assertThat(page.evaluate("states.filter(each => each.state === 'waiting').map(each => each.reason)"))
                .as(states())
                .hasSize(5)
                .allMatch(each -> each.asString().startsWith("what the server has sent is malformed: "));
    }

    @Test
    void aMessageThatIsMissingIsAGapAndOneThatComesAgainIsDropped() throws Exception {
        page.run("""
                globalThis.WebSocket = class {
                  constructor() { setTimeout(() => this.onopen()); globalThis.socket = this; }
                  send() {}
                  close() {}
                };
                const message = (prev, offset) => socket.onmessage({
                  data: `{"id":1,"prev":"e:${prev}","position":"e:${offset}","subject":"prices.eur","data":${offset}}`,
                });
                begin();
                const subscription = watch('prices.eur', 'e:3');
                await until(() => topics.state.state === 'open');
                message(3, 4); message(3, 4); message(4, 6); message(8, 9); message(9, 10)""");
        assertThat(seen()).isEqualTo(List.of(4, 6, 9, 10));
        assertThat(page.evaluate("gaps").toString()).isEqualTo("[{\"after\":\"e:6\",\"first\":\"e:9\"}]");
        assertThat(page.evaluate("subscription.position").asString()).isEqualTo("e:10");
    }

    @Test
    void aFaultOfThePageEndsNothing() throws Exception {
        begin("websocket");
        page.evaluate("""
                addEventListener('error', event => errors.push(event.message));
                const watched = topics.subscribe('prices.eur', { onMessage: message => { seen.push(message.data); throw new Error('of the page'); } });
                until(() => watched.position)""");
        publish("prices.eur", 0, 2);
        awaitSeen(2);
        assertThat(page.evaluate("errors").toString()).contains("of the page");
    }

    @Test
    void aClientWithoutATicketIsRefusedOnce() throws Exception {
        page.evaluate("""
                begin({ ticket: async () => { throw Object.assign(new Error('log in'), { status: 401 }); } });
                watch('prices.eur');
                until(() => errors.length === 1)""");
        assertThat(page.evaluate("errors[0] + ' ' + topics.state.state").asString())
                .isEqualTo("401 log in idle");
    }

    @Test
    void aClosedClientDoesNothingMore() throws Exception {
        begin("websocket");
        watch("prices.eur");
        page.evaluate("topics.close()");
        assertThat(page.evaluate("topics.publish('prices.eur', 1).catch(error => error.message)")
                        .asString())
                .isEqualTo("the client is closed");
        assertThat(page.evaluate("topics.state.state").asString()).isEqualTo("closed");
    }

    @Test
    void thePageOfTheDemoShowsEachPrice() throws Exception {
        try (RunningServer demo = new ServerBuilder()
                        .configuration(
                                "topics.yaml", "server: {admin: {port: 0}}\ntopics: {sample-prices: {public: true}}")
                        .port(0)
                        .mashup(new PricesServlet())
                        .start();
                Page shown = browser.open(demo.uri().resolve("/prices"))) {
            shown.run(UNTIL);
            shown.evaluate("until(() => document.querySelectorAll('#prices tr').length === 5)");
            assertThat(shown.evaluate("document.getElementById('state').textContent")
                            .asString())
                    .isEqualTo("open by websocket");
            assertThat(shown.evaluate("document.getElementById('prices').textContent")
                            .asString())
                    .contains("prices.eur");
        }
    }

    private void begin(String transport) throws Exception {
        page.evaluate("begin({ transports: ['%s'] })".formatted(transport));
    }

    /** Subscribes, and waits until the server has begun. */
    private void watch(String subject) throws Exception {
        page.evaluate("globalThis.watched = watch('%s'); until(() => watched.position)".formatted(subject));
    }

    private void awaitSeen(int count) throws Exception {
        page.evaluate("""
                Promise.race([
                  until(() => seen.length >= %1$d),
                  new Promise((none, reject) => setTimeout(() => reject(new Error(JSON.stringify({ seen, gaps, errors, states }))), 30000)),
                ])""".formatted(count));
    }

    private List<Integer> seen() throws Exception {
        List<Integer> seen = new ArrayList<>();
        page.evaluate("seen").forEach(each -> seen.add(each.asInt()));
        return seen;
    }

    private String states() throws Exception {
        return page.evaluate("states").toString();
    }

    private static List<Integer> numbers(int first, int count) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    /** Publishes numbers, past the proxy. */
    private void publish(String subject, int first, int count) throws Exception {
        StringBuilder lines = new StringBuilder();
        numbers(first, count).forEach(each -> lines.append(each).append('\n'));
        HttpResponse<String> reply = CLIENT.send(
                HttpRequest.newBuilder(URI.create(server.uri() + "/topics/" + subject))
                        .header("Content-Type", "application/x-ndjson")
                        .POST(HttpRequest.BodyPublishers.ofString(lines.toString()))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    }
}
