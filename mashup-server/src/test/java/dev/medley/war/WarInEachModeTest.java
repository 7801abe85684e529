package dev.medley.war;

import static dev.medley.war.Product.begin;
import static dev.medley.war.Product.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.stubs.PartnerStubs;
import dev.medley.thread.internal.BrokerPool;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The product's WAR answers in each servlet container that it is meant for, and in each execution mode. */
@ParameterizedClass(name = "{0} {1}")
@MethodSource("containersAndModes")
record WarInEachModeTest(Container.Kind kind, ExecutionMode mode) {

    private static final int MIB = 1 << 20;

    @TempDir
    private static Path scratch = Path.of("");

    private static @Nullable Product product;
    private static @Nullable Container container;

    static Stream<Arguments> containersAndModes() {
        return Stream.of(Container.Kind.values())
                .flatMap(kind -> Stream.of(ExecutionMode.values())
                        .filter(mode -> mode != ExecutionMode.VIRTUAL || BrokerPool.virtualThreadsAvailable())
                        .map(mode -> Arguments.of(kind, mode)));
    }

    @BeforeAll
    static void unpack() throws Exception {
        product = new Product(scratch);
    }

    @BeforeParameterizedClassInvocation
    static void deploy(Container.Kind kind, ExecutionMode mode) throws Exception {
        container = product().start(kind, "server: {execution: " + mode.configured() + "}\n");
    }

    @AfterParameterizedClassInvocation
    static void undeploy() {
        container().close();
    }

    @AfterAll
    static void cleanUp() {
        product().close();
    }

    @Test
    void aTripIsAnswered() throws Exception {
        HttpResponse<String> reply = get(container(), "/trip?city=Oslo");

        assertThat(reply.statusCode()).isEqualTo(200);
        assertThat(reply.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
        assertThat(reply.headers().firstValue("Server-Timing").orElse("")).startsWith("total;dur=");
        assertThat(reply.body())
                .startsWith("{\"city\":\"Oslo\",\"weather\":{")
                .contains("\"hotels\":[", "\"news\":[")
                .doesNotContain("missing");
    }

    @Test
    void manyRequestsAreAnsweredAtATime() {
        List<CompletableFuture<HttpResponse<String>>> replies = IntStream.range(0, 50)
                .mapToObj(i -> begin(container(), "/fanout?c=3&delay=20"))
                .toList();

        assertThat(replies).allSatisfy(reply -> {
            assertThat(reply.get().statusCode()).isEqualTo(200);
            assertThat(reply.get().body()).startsWith("{\"p0\":{").contains("\"p2\":{");
        });
    }

    @Test
    void aParameterThatIsMissingIsABadRequest() throws Exception {
        HttpResponse<String> reply = get(container(), "/trip");

        assertThat(reply.statusCode()).isEqualTo(400);
        assertThat(reply.headers().firstValue("Content-Type").orElse("")).startsWith("application/problem+json");
        assertThat(reply.body()).contains("the parameter city is missing");
    }

    @Test
    void aLargeReplyArrivesWhole() throws Exception {
        HttpResponse<String> reply = get(container(), "/fanout?c=4&size=" + MIB);

        assertThat(reply.body())
                .hasSizeGreaterThan(4 * MIB)
                .startsWith("{\"p0\":{")
                .endsWith("}}");
    }

    @Test
    void aLargeReplyWaitsForAClientThatReadsSlowly() throws Exception {
        try (RawConnection client = RawConnection.get(container().port(), "/app/fanout?c=16&size=" + MIB)) {
            int size = RawConnection.contentLength(client.readHead());
            assertThat(size).isGreaterThan(16 * MIB);
            for (int read = 0; read < size; read += MIB) {
                int expected = Math.min(MIB, size - read);
                assertThat(client.in().readNBytes(expected)).hasSize(expected);
            }
        }
    }

    @Test
    void aStreamWaitsForAClientThatReadsSlowly() throws Exception {
        int size = 32 * MIB;
        try (RawConnection client = RawConnection.get(container().port(), "/app/pass?size=" + size)) {
            assertThat(RawConnection.contentLength(client.readHead())).isEqualTo(size);
            for (int read = 0; read < size; read += MIB) {
                byte[] next = client.in().readNBytes(MIB);
                assertThat(next).hasSize(MIB);
                for (int i = 0; i < MIB; i += 997) {
                    assertThat(next[i]).isEqualTo(PartnerStubs.byteAt(read + i));
                }
            }
        }
    }

    @Test
    void aClientMayLeaveInTheMiddleOfAStream() throws Exception {
        RawConnection client = RawConnection.get(container().port(), "/app/pass?size=" + 512L * MIB);
        client.readHead();
        client.reset();

        await().untilAsserted(() -> assertThat(product().stubs().inFlight()).isZero());
        assertThat(get(container(), "/trip?city=Oslo").statusCode()).isEqualTo(200);
    }

    @Test
    void aClientMayLeaveInTheMiddleOfALargeReply() throws Exception {
        RawConnection client = RawConnection.get(container().port(), "/app/fanout?c=16&size=" + MIB);
        client.readHead();
        client.reset();

        assertThat(get(container(), "/trip?city=Oslo").statusCode()).isEqualTo(200);
    }

    private static Product product() {
        return Objects.requireNonNull(product);
    }

    private static Container container() {
        return Objects.requireNonNull(container);
    }
}
