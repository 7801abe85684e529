package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServerSamplerTest {

    private static final String STATUS = """
            {"threads": {"max": 16, "started": 12, "utilized": 5, "leased": 3},
             "inbound": {"inFlight": 7},
             "law": {"sinceStart": {"seconds": 20, "answered": 400, "sums": {"demand_ms": 800, "service_ms": 400000,
                     "exchange_ms": 20, "utilized_ms": 1000}}},
             "outbound": {"inFlight": 42, "connections": {"open": 50}}}
            """;
    private static final String METRICS = """
            jvm_memory_used_bytes{area="heap",id="Eden Space"} 1.048576E7
            jvm_memory_used_bytes{area="heap",id="Tenured Gen"} 1.048576E6
            jvm_memory_used_bytes{area="nonheap",id="Metaspace"} 9.0E7
            """;

    private HttpServer server;
    private ServerSampler sampler;
    private volatile int code = 200;
    private volatile String status = STATUS;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String text = exchange.getRequestURI().getPath().equals("/status") ? status : METRICS;
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        sampler = new ServerSampler(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                ProcessHandle.current().pid());
    }

    @AfterEach
    void stop() {
        sampler.close();
        server.stop(0);
    }

    @Test
    void aSampleHasWhatTheServerAndTheSystemSay() throws Exception {
        ServerSample sample = sampler.now();

        assertThat(sample.heapMegabytes()).isEqualTo(11);
        assertThat(sample.threadsLeased()).isEqualTo(3);
        assertThat(sample.threadsStarted()).isEqualTo(12);
        assertThat(sample.inbound()).isEqualTo(7);
        assertThat(sample.outbound()).isEqualTo(42);
        assertThat(sample.connections()).isEqualTo(50);
        assertThat(sample.law()).isEqualTo(new LawTotals(20, 400, 800, 400_000, 20, 1000));
    }

    @Test
    void anotherStatusThan200IsNoSample() {
        code = 503;

        assertThatThrownBy(sampler::now).isInstanceOf(IOException.class).hasMessageContaining("status 503");
    }

    @Test
    void looksThatFailAreCountedAndTheNextOnesGoOn() {
        sampler.look();
        code = 503;
        sampler.look();
        code = 200;
        status = "no JSON";
        sampler.look();
        status = "{}";
        sampler.look();
        status = STATUS;
        sampler.look();

        assertThat(sampler.samples().samples()).hasSize(2);
        assertThat(sampler.samples().lost()).isEqualTo(3);
    }

    @Test
    void aServerThatIsGoneIsALostSampleToo() {
        server.stop(0);

        sampler.look();

        assertThat(sampler.samples().lost()).isEqualTo(1);
    }
}
