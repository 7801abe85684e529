package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.annotation.MashupMethods;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that opens many streams at once takes turns with other clients at the only loop of a server. */
class ClientTurnsTest {

    private static final int STREAMS = 120;

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CompletableFuture<Void> gate = new CompletableFuture<>();
    private final List<String> order = new CopyOnWriteArrayList<>();
    private final List<String> trailers = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private RunningServer server;

    @BeforeEach
    void start() throws IOException {
        server = new ServerBuilder()
                .port(0)
                .settings(settings -> settings.execution(ExecutionMode.ASYNC)
                        .loops(1)
                        .threads(16)
                        .drain(Duration.ZERO))
                .mashup(new Ordered())
                .mashup(new UploadServlets.Length())
                .filter(new TrailersFilter(), "/*")
                .start();
    }

    @AfterEach
    void close() throws Exception {
        gate.complete(null);
        for (AutoCloseable each : opened) {
            each.close();
        }
        server.close();
    }

    @Test
    void theRequestOfAnotherClientBeginsBeforeTheManyOfOne() throws Exception {
        Http2Wire other = plain();
        other.get(1, "/ordered?of=other");
        assertThat(other.awaitBody()).isEqualTo("done");
        order.clear();
        Http2Wire many = plain();
        requestAll(many);
        begun.await();
        other.get(3, "/ordered?of=other");
        other.flush();
        gate.complete(null);
        assertThat(other.awaitBody()).isEqualTo("done");
        for (int i = 0; i < STREAMS; i++) {
            assertThat(many.awaitBody()).isEqualTo("done");
        }
        assertThat(order).hasSize(STREAMS + 1);
        assertThat(order.indexOf("other")).isLessThan(STREAMS / 3);
    }

    @Test
    void requestsOfOthersBeginBeforeThoseThatManyClientsHavePipelined() throws Exception {
        int clients = 20;
        List<ClientSocket> greedy = new ArrayList<>();
        List<ClientSocket> others = new ArrayList<>();
        for (int i = 0; i < clients; i++) {
            greedy.add(connected());
            others.add(connected());
        }
        order.clear();
        Http2Wire first = plain();
        first.get(1, "/ordered?of=first");
        first.flush();
        begun.await();
        for (ClientSocket each : greedy) {
            each.send(ClientSocket.get("/ordered?of=many").repeat(300));
        }
        for (ClientSocket each : others) {
            each.send(ClientSocket.get("/ordered?of=other"));
        }
        gate.complete(null);
        await().until(() -> Collections.frequency(order, "other") == clients);
        // A copy: the greedy ones go on.
        List<String> begunSoFar = List.copyOf(order);
        long before = begunSoFar.subList(0, begunSoFar.lastIndexOf("other")).stream()
                .filter("many"::equals)
                .count();
        assertThat(before).isLessThan(5L * clients);
    }

    private ClientSocket connected() throws IOException {
        ClientSocket client = ClientSocket.to(server);
        opened.add(client);
        client.send(ClientSocket.get("/ordered?of=other"));
        assertThat(client.readUntil("done")).startsWith("HTTP/1.1 200 ");
        return client;
    }

    @Test
    void aRequestThatIsResetWhileItWaitsForItsTurnDoesNotBegin() throws Exception {
        Http2Wire many = plain();
        for (int i = 0; i < STREAMS; i++) {
            many.get(2 * i + 1, "/ordered?of=" + i);
        }
        int last = 2 * STREAMS - 1;
        many.send(Http2Wire.RST_STREAM, 0, last, new byte[] {0, 0, 0, 8});
        many.flush();
        begun.await();
        gate.complete(null);
        for (int i = 0; i < STREAMS - 1; i++) {
            assertThat(many.awaitBody()).isEqualTo("done");
        }
        many.get(last + 2, "/ordered?of=next");
        assertThat(many.awaitBody()).isEqualTo("done");
        assertThat(order).hasSize(STREAMS).endsWith("next").doesNotContain(Integer.toString(STREAMS - 1));
        await().untilAsserted(() ->
                assertThat(server.broker().ledger().totals().inFlight()).isZero());
    }

    @Test
    void bodyAndTrailersOfARequestThatWaitsForItsTurnAreNotLost() throws Exception {
        Http2Wire many = plain();
        requestAll(many);
        int upload = 2 * STREAMS + 1;
        many.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, upload, Http2Wire.head("POST", "/length"));
        many.send(Http2Wire.DATA, 0, upload, "hello".getBytes(StandardCharsets.US_ASCII));
        many.send(
                Http2Wire.HEADERS,
                Http2Wire.END_HEADERS | Http2Wire.END_STREAM,
                upload,
                (byte) 0,
                (byte) 1,
                (byte) 'x',
                (byte) 1,
                (byte) 'y');
        many.flush();
        begun.await();
        gate.complete(null);
        for (int i = 0; i < STREAMS; i++) {
            assertThat(many.awaitBody()).isEqualTo("done");
        }
        assertThat(many.awaitBody()).isEqualTo("5");
        await().untilAsserted(() -> assertThat(trailers).containsExactly("y"));
    }

    @Test
    void nothingIsLeftOfAClientThatLeavesWhileItsRequestsWait() throws Exception {
        Http2Wire many = plain();
        requestAll(many);
        begun.await();
        many.close();
        gate.complete(null);
        Http2Wire other = plain();
        other.get(1, "/ordered?of=other");
        assertThat(other.awaitBody()).isEqualTo("done");
        await().untilAsserted(() -> {
            assertThat(server.broker().ledger().totals().inFlight()).isZero();
            assertThat(server.broker().heldBodyBytes()).isZero();
        });
    }

    private Http2Wire plain() throws IOException {
        Http2Wire client = Http2Wire.plain(server.port());
        opened.add(client);
        return client;
    }

    private static void requestAll(Http2Wire client) throws IOException {
        for (int i = 0; i < STREAMS; i++) {
            client.get(2 * i + 1, "/ordered?of=many");
        }
        client.flush();
    }

    /** Notes the order of its requests. The first of many holds the loop until the test opens the gate. */
    @WebServlet("/ordered")
    @MashupMethods({"GET", "POST"})
    final class Ordered extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            String of = mashup.parameter("of");
            order.add(of);
            if (!"other".equals(of)) {
                begun.countDown();
                gate.join();
            }
            return CompletableFuture.completedStage(Reply.text("done"));
        }
    }

    /** Notes the trailers of requests at their ends. */
    private final class TrailersFilter extends HttpFilter implements AsyncListener {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, response);
            if (request.isAsyncStarted()) {
                request.getAsyncContext().addListener(this, request, response);
            } else {
                trailers.addAll(request.getTrailerFields().values());
            }
        }

        @Override
        public void onComplete(AsyncEvent event) {
            trailers.addAll(((HttpServletRequest) event.getSuppliedRequest())
                    .getTrailerFields()
                    .values());
        }

        @Override
        public void onTimeout(AsyncEvent event) {}

        @Override
        public void onError(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
