package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.StubAnswer;
import dev.medley.stubs.raw.Misbehaviour;
import dev.medley.stubs.raw.RawPartner;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client that asks for a large reply part by part, and does not read it, harms nobody else and is ended. */
class StalledProgressiveReplyTest {

    private static final String LINES = "application/x-ndjson";
    /** More in sum than the buffers of a connection hold. */
    private static final int PARTS = 16;

    private static final int PART = 1 << 20;
    private static final String STALLED = "/m?parts=" + PARTS + "&last=silent";
    private static final String OTHER = "/m?parts=1&last=a";

    /** Nothing ends the reply but its client. */
    private static final Map<String, String> PATIENT = settings("0B", "10m");

    private static final Map<String, String> RATE = settings("100B", "10m");
    /** Later than the reply has begun, on a machine that is busy: before that, the deadline is a 504. */
    private static final Map<String, String> DEADLINE = settings("0B", "2s");

    private static final String MASHUPS = """
            mashups:
              /m:
                parts: true
                exchanges:
                  parts: {partner: a, for-each: '[1..$number($request.query.parts)]', path: '/part/{$item}', concurrency: 4}
                  last: {partner: '{$request.query.last}', path: /last}
                reply: {merge: {last: $last, parts: $parts}}
              /small: {exchanges: {a: {path: /part/0}}}
            """;

    private PartnerStubs a;
    private RawPartner silent;

    @BeforeEach
    void open() throws Exception {
        String part = '"' + "x".repeat(PART) + '"';
        a = PartnerStubs.builder()
                .recorded(0)
                .answer("GET", "/part/{n}", request -> StubAnswer.json(200, part))
                .answer("GET", "/part/0", 200, "0")
                .answer("GET", "/last", 200, "1")
                .start();
        silent = RawPartner.start(Misbehaviour.NEVER_ANSWER);
    }

    @AfterEach
    void close() throws Exception {
        a.close();
        silent.close();
    }

    @Test
    void othersAreServedMeanwhile() throws Exception {
        try (RunningServer server = start(PATIENT);
                Socket socket = notReading(server)) {
            ClientSocket stalled = ClientSocket.over(socket).send(get(STALLED));
            awaitHalted();

            assertOthersAreServed(server);
            assertThat(server.broker().heldBodyBytes())
                    .as("bytes of bodies")
                    .isBetween((long) PART, (PARTS + 1) * (PART + 1024L));
            assertThat(silent.open()).as("exchanges in flight").isOne();
            stalled.reset();
            assertEverythingIsReleased(server);
        }
    }

    @Test
    void theConnectionIsClosedAsItIsReadTooSlowly() throws Exception {
        try (RunningServer server = start(RATE);
                Socket socket = notReading(server)) {
            ClientSocket stalled = ClientSocket.over(socket).send(get(STALLED));
            await().until(() -> silent.requests() == 1);

            assertEverythingIsReleased(server);
            assertBrokenOff(stalled.readUntilReset());
            assertOthersAreServed(server);
        }
    }

    @Test
    void theDeadlineEndsTheReply() throws Exception {
        try (RunningServer server = start(DEADLINE);
                Socket socket = notReading(server)) {
            ClientSocket stalled = ClientSocket.over(socket).send(get(STALLED));
            await().until(() -> silent.requests() == 1);

            assertEverythingIsReleased(server);
            assertBrokenOff(stalled.readUntilReset());
        }
    }

    @Test
    void overHttp2TheOthersOfTheConnectionAreServedMeanwhile() throws Exception {
        try (RunningServer server = start(PATIENT);
                Http2Wire client = notReadingStreamOne(server)) {
            awaitHalted();
            client.get(3, "/small");

            assertThat(bodyOf(client, 3)).isEqualTo("{\"a\":0}");
            assertThat(silent.open()).as("exchanges in flight").isOne();
            client.send(Http2Wire.RST_STREAM, 0, 1, (byte) 0, (byte) 0, (byte) 0, (byte) 8);
            client.flush();
            assertEverythingIsReleased(server);
        }
    }

    @Test
    void overHttp2TheDeadlineResetsTheStreamAlone() throws Exception {
        try (RunningServer server = start(DEADLINE);
                Http2Wire client = notReadingStreamOne(server)) {
            Http2Wire.Frame reset = client.await(Http2Wire.RST_STREAM);

            assertThat(reset.stream()).isOne();
            assertEverythingIsReleased(server);
            client.get(3, "/small");
            assertThat(bodyOf(client, 3)).isEqualTo("{\"a\":0}");
        }
    }

    private static Map<String, String> settings(String rate, String deadline) {
        return Map.of(
                "server.clients.min-reply-rate", rate,
                "server.clients.rate-grace", "250ms",
                "mashups./m.deadline", deadline);
    }

    private RunningServer start(Map<String, String> settings) throws Exception {
        Map<String, String> values = new LinkedHashMap<>(settings);
        values.put("server.port", "0");
        values.put("server.host", "127.0.0.1");
        values.put("server.admin.port", "0");
        values.put("server.access-log", "false");
        values.put("partners.a.url", a.uri().toString());
        values.put("partners.silent.url", silent.uri().toString());
        Configuration configuration = ServerConfiguration.READER.parse("medley.yaml", MASHUPS, Map.of(), values);
        RunningServer server = new ServerBuilder().start(configuration);
        assertThat(lastLine(server, OTHER)).as("the first request of a server").contains("\"complete\":true");
        return server;
    }

    private static Socket notReading(RunningServer server) throws Exception {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        return socket;
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: " + LINES + "\r\n\r\n";
    }

    /** The window of the connection is open; that of the stream is used up. */
    private static Http2Wire notReadingStreamOne(RunningServer server) throws Exception {
        Http2Wire client = Http2Wire.plain(server.port());
        client.send(Http2Wire.WINDOW_UPDATE, 0, 0, (byte) 0x3F, (byte) 0, (byte) 0, (byte) 0);
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.writeBytes(Http2Wire.head("GET", STALLED));
        Http2Wire.field(head, "accept", LINES);
        client.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, head.toByteArray());
        client.flush();
        return client;
    }

    private static String bodyOf(Http2Wire client, int stream) throws Exception {
        StringBuilder body = new StringBuilder();
        Http2Wire.Frame frame;
        do {
            frame = client.await(Http2Wire.DATA);
            body.append(frame.stream() == stream ? frame.content() : "");
        } while (frame.stream() != stream || (frame.flags() & Http2Wire.END_STREAM) == 0);
        return body.toString();
    }

    /** All parts are there but the last, which never comes; two more were for the first request of the server. */
    private void awaitHalted() {
        await().until(() -> silent.requests() == 1 && a.requests() >= PARTS + 2 && a.inFlight() == 0);
    }

    private static void assertOthersAreServed(RunningServer server) throws Exception {
        assertThat(lastLine(server, OTHER)).startsWith("{\"manifest\":{\"complete\":true,");
        assertThat(Replies.get(server.uri(), OTHER).body()).startsWith("{\"last\":1,\"parts\":[\"x");
        assertThat(Replies.get(server.uri(), "/small").body()).isEqualTo("{\"a\":0}");
    }

    private static void assertBrokenOff(String reply) {
        assertThat(reply)
                .startsWith("HTTP/1.1 200 ")
                .hasSizeLessThan(PARTS * PART)
                .doesNotContain("{\"manifest\":");
    }

    private static String lastLine(RunningServer server, String path) throws Exception {
        try (ClientSocket client = ClientSocket.to(server)) {
            client.send(get(path).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
            String reply = client.readToEnd();
            return reply.substring(reply.indexOf("{\"manifest\":"));
        }
    }

    private void assertEverythingIsReleased(RunningServer server) {
        await().untilAsserted(() -> {
            assertThat(silent.open()).as("exchanges in flight").isZero();
            assertThat(server.broker().ledger().totals().inFlight())
                    .as("requests")
                    .isZero();
            assertThat(server.broker().heldBodyBytes()).as("bytes of bodies").isZero();
        });
    }
}
