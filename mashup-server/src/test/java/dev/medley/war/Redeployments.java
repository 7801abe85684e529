package dev.medley.war;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.component.LifeCycle;
import org.jspecify.annotations.Nullable;

/** The main class of a JVM in which the product is redeployed under load. Its exit value is 0 if nothing is left behind. */
final class Redeployments {

    private static final int CLIENTS = 4;

    /** Its expressions are evaluated on threads of the pool, and on those that the partners' responses come on. */
    private static final String DECLARED = """
            mashups:
              /declared:
                parts: true
                exchanges:
                  weather: {path: '/weather?city={$request.query.city ~> $trim}'}
                  hotels: {path: '/hotels?city={$weather.city}'}
                  stars: {partner: news, for-each: '[1..3]', path: '/news?city={$string($item)}', optional: true}
                reply: {merge: {weather: $weather, hotels: $type($hotels), stars: $count($stars), sorted: '$sort([3,1,2])'}}
            """;

    private static final String TOPICS = "topics: {prices: {public: true}}\n";

    /** What the clients ask for in turns: a mashup with a class, a declared one, that part by part, and a poll of a topic. */
    private static final List<Question> QUESTIONS = List.of(
            new Question("/trip?city=Oslo", "*/*", "\"city\":\"Oslo\""),
            new Question("/declared?city=Oslo", "*/*", "\"sorted\":[1,2,3]}"),
            new Question("/declared?city=Oslo", "application/x-ndjson", "\"complete\":true"),
            new Question("/topics/prices.eur", "*/*", "\"gap\":false"));

    private final Product product;
    private final Container container;
    private final HttpClient http = new HttpClient();
    private final List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong replies = new AtomicLong();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    private Redeployments(Product product, Container container) {
        this.product = product;
        this.container = container;
    }

    /** The arguments: the kind of container, how often, and an empty folder. */
    public static void main(String[] arguments) throws Exception {
        try (Product product = new Product(Path.of(arguments[2]));
                Container container = product.start(
                        Container.Kind.valueOf(arguments[0]),
                        Map.of("medley.config", product.configuration("", DECLARED + TOPICS)))) {
            new Redeployments(product, container).run(Integer.parseInt(arguments[1]));
        }
    }

    /** A request, and a part of its reply while the application runs. */
    private record Question(String target, String accept, String part) {}

    private void run(int times) throws Exception {
        http.start();
        List<Thread> clients = Stream.generate(() -> new Thread(this::ask, "client"))
                .limit(CLIENTS)
                .toList();
        clients.forEach(Thread::start);
        try {
            for (int i = 0; i < times; i++) {
                redeploy();
            }
        } finally {
            over.set(true);
            for (Thread client : clients) {
                client.join();
            }
            // An idle connection of Jetty keeps the servlet channel, and with it the application, of its last request.
            LifeCycle.stop(http);
        }

        assertThat(failures).isEmpty();
        await().untilAsserted(() -> {
            // A selector of Jetty keeps the connection that it selected last, until it selects another one.
            askElsewhere();
            System.gc();
            assertThat(loaders.stream().filter(loader -> loader.get() != null)).isEmpty();
        });
    }

    private void redeploy() throws Exception {
        WeakReference<ClassLoader> loader = new WeakReference<>(container.classLoader());
        loaders.add(loader);
        long before = replies.get();
        await().until(() -> replies.get() > before + (long) CLIENTS * QUESTIONS.size());
        container.undeploy();
        await().untilAsserted(() -> assertThat(threadsOf(loader.get())).isEmpty());
        await().until(() -> product.stubs().connections() == 0);
        container.deploy();
    }

    /** Asks on and on. While the application is away, the container says so. */
    private void ask() {
        for (int i = 0; !over.get(); i++) {
            Question question = QUESTIONS.get(i % QUESTIONS.size());
            String uri = "http://127.0.0.1:" + container.port() + Container.APPLICATION + question.target();
            try {
                ContentResponse reply = http.newRequest(uri)
                        .headers(fields -> fields.put("Accept", question.accept()))
                        .timeout(50, TimeUnit.SECONDS)
                        .send();
                int status = reply.getStatus();
                if (status == 200 && reply.getContentAsString().contains(question.part())) {
                    replies.incrementAndGet();
                } else if (status != 404 && status != 503) {
                    failures.add(question + ": status " + status + " " + reply.getContentAsString());
                }
            } catch (Exception x) {
                failures.add(question + ": " + x);
            }
        }
    }

    /** Asks the container for a path outside the application, on a connection of its own. */
    private void askElsewhere() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), container.port())) {
            socket.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), US_ASCII))
                    .startsWith("HTTP/1.1 404 ");
        }
    }

    /** Those that the application of {@code loader} has started, and those of the container that it has not let go. */
    private static List<String> threadsOf(@Nullable ClassLoader loader) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("medley")
                        || (loader != null && thread.getContextClassLoader() == loader))
                .map(Thread::getName)
                .toList();
    }
}
