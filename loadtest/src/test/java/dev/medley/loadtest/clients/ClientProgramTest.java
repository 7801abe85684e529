package dev.medley.loadtest.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.stubs.PartnerStubs;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
class ClientProgramTest {

    private static final List<URI> NOWHERE = List.of(URI.create("http://127.0.0.1:1"));

    static Stream<Arguments> clients() {
        return Stream.<OutboundClient.Factory>of(MedleyClient::new, JettyClient::new, JdkClient::new)
                .flatMap(factory -> Stream.of(Arguments.of(factory, false), Arguments.of(factory, true)));
    }

    @ParameterizedTest
    @MethodSource("clients")
    void everyRequestOfABurstIsAnsweredByThePartners(OutboundClient.Factory factory, boolean h2c) throws Exception {
        try (PartnerStubs stubs = PartnerStubs.builder().ports(0, 0).build().start()) {
            ClientProgram program = new ClientProgram(factory, new ClientOptions(stubs.uris(), h2c, 20));
            program.answer("connect");
            JsonNode bursts = json(program.answer("burst 20 50 2"));
            JsonNode heap = json(program.answer("heap 5 400"));
            program.answer("disconnect");

            assertThat(bursts.get("failures").asString()).isEmpty();
            assertThat(bursts.get("requests").asInt()).isEqualTo(40);
            assertThat(bursts.get("errors").asInt()).isZero();
            assertThat(bursts.get("p50Millis").asDouble())
                    .isBetween(50.0, bursts.get("millis").asDouble());
            assertThat(bursts.get("p99Millis").asDouble())
                    .isGreaterThanOrEqualTo(bursts.get("p50Millis").asDouble());
            // Those of tests before may end meanwhile: as many as there were at the connect, or more.
            assertThat(bursts.get("threads").asInt()).isNotNegative();
            assertThat(heap.get("waiting").asInt()).isLessThanOrEqualTo(5);
            assertThat(heap.get("errors").asInt()).isZero();
        }
    }

    @Test
    void requestsThatFailAreCountedByTheirReason() throws Exception {
        ClientProgram program = new ClientProgram(
                options -> new FakeClient(burst -> {
                    burst.responded(0, 200, Burst.BODY_BYTES);
                    burst.responded(1, 503, 0);
                    burst.failed(2, new IllegalStateException("closed"));
                }),
                new ClientOptions(NOWHERE, false, 3));
        program.answer("connect");

        JsonNode bursts = json(program.answer("burst 3 0 2"));

        assertThat(bursts.get("requests").asInt()).isEqualTo(6);
        assertThat(bursts.get("errors").asInt()).isEqualTo(4);
        assertThat(bursts.get("failures").asString())
                .contains("status 503 with 0 bytes, expected 200 and 1024=2", "closed=2");
    }

    @Test
    void eachCommandHasALineOfResults() throws Exception {
        ClientProgram program = new ClientProgram(
                options -> new FakeClient(burst -> burst.responded(0, 200, Burst.BODY_BYTES)),
                new ClientOptions(NOWHERE, false, 1));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        program.serve(
                new BufferedReader(new StringReader("connect\nburst 1 0 1\ndisconnect\n")), new PrintStream(out, true));

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(3)
                .allSatisfy(line -> assertThat(json(line).isObject()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fire",
                "burst 1",
                "burst 0 0 1",
                "burst 11 0 1",
                "burst 1 x 1",
                "burst 1 0 0",
                "connect twice",
                ""
            })
    void aCommandThatIsNoneIsRefused(String command) throws Exception {
        ClientProgram program =
                new ClientProgram(options -> new FakeClient(burst -> {}), new ClientOptions(NOWHERE, false, 10));
        program.answer("connect");

        assertThatThrownBy(() -> program.answer(command))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("expected");
    }

    @Test
    void thereIsNoBurstWithoutAClient() {
        ClientProgram program =
                new ClientProgram(options -> new FakeClient(burst -> {}), new ClientOptions(NOWHERE, false, 1));

        assertThatThrownBy(() -> program.answer("burst 1 0 1")).hasMessageContaining("connect comes first");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--max-requests 1",
                "--partners http://127.0.0.1:1",
                "--partners https://127.0.0.1:1 --max-requests 1",
                "--partners http://127.0.0.1 --max-requests 1",
                "--partners http://127.0.0.1:1 --max-requests none",
                "--partners http://127.0.0.1:1 --max-requests 1 --protocol h3",
                "--partners http://127.0.0.1:1 --max-requests",
                "--rounds 1"
            })
    void argumentsThatAreMissingOrWrongAreNamed(String arguments) {
        assertThatThrownBy(() -> ClientOptions.parse(arguments.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--")
                .hasMessageContaining("expected");
    }

    @Test
    void connectionsAreEnoughForABurstThatIsSpreadOverThePartners() {
        ClientOptions options = ClientOptions.parse(
                "--partners", "http://127.0.0.1:1,http://127.0.0.1:2,http://127.0.0.1:3", "--max-requests", "10000");

        assertThat(options.maxRequestsPerPartner()).isEqualTo(3334);
        assertThat(options.maxHttp2ConnectionsPerPartner()).isEqualTo(4);
        assertThat(options.h2c()).isFalse();
    }

    @Test
    void aQuantileIsTheTimeWithinWhichThatPartHasEnded() {
        BurstTotals totals = new BurstTotals();
        assertThat(totals.quantileMillis(0.5)).isNaN();

        Burst burst = new Burst(NOWHERE, 4, ClientOptions.TIMEOUT);
        burst.begin();
        for (int i = 0; i < 3; i++) {
            burst.responded(i, 200, Burst.BODY_BYTES);
        }
        totals.add(burst);

        ResultLine line = new ResultLine();
        totals.writeTo(line);
        assertThat(line.toString()).contains("\"errors\":1", "no end of the request was reported=1");
        assertThat(totals.quantileMillis(0.99)).isGreaterThanOrEqualTo(totals.quantileMillis(0.5));
        assertThat(totals.quantileMillis(1)).isEqualTo(burst.latencies()[2] / 1e6);
    }

    @Test
    void textOfALineOfResultsIsQuoted() {
        String line = new ResultLine()
                .text("failures", "a \"b\"\\\n")
                .number("p99Millis", Double.NaN)
                .toString();

        assertThat(json(line).get("failures").asString()).isEqualTo("a \"b\"\\ ");
        assertThat(json(line).get("p99Millis").isNull()).isTrue();
    }

    private static JsonNode json(String line) {
        return new JsonMapper().readTree(line);
    }

    /** Reports what it is told to. */
    private record FakeClient(Consumer<Burst> sender) implements OutboundClient {

        @Override
        public void send(Burst burst) {
            sender.accept(burst);
        }

        @Override
        public void close() {}
    }
}
