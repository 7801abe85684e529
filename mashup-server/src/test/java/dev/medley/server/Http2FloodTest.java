package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.server.internal.samples.FanoutServlet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Floods of one client over HTTP/2, in clear text and over TLS, beside a client that behaves. */
@ParameterizedClass(name = "over TLS: {0}")
@ValueSource(booleans = {false, true})
class Http2FloodTest {

    private static final int FLOOD = 140;
    /** Fewer than a client may reset in four seconds. */
    private static final int WITHIN = 100;

    private static final int PROTOCOL_ERROR = 1;
    private static final int REFUSED_STREAM = 7;
    private static final int COMPRESSION_ERROR = 9;
    private static final int ENHANCE_YOUR_CALM = 11;
    private static final byte[] CANCEL = {0, 0, 0, 8};

    @TempDir
    static Path folder;

    private static TlsRig rig;

    private final boolean secure;
    private final HeldPartner partner = held();
    private RunningServer server;
    private Http2Wire attacker;
    private Http2Wire good;

    Http2FloodTest(boolean secure) {
        this.secure = secure;
    }

    @BeforeAll
    static void issue() {
        rig = new TlsRig(folder.resolve("authority"));
    }

    /** What sends one thing many times. */
    interface Attack {
        void send(Http2Wire wire, int number) throws IOException;
    }

    enum Flood implements Attack {
        RAPID_RESET {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                wire.get(stream(number), "/client");
                wire.send(Http2Wire.RST_STREAM, 0, stream(number), CANCEL);
            }
        },
        MADE_YOU_RESET {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                wire.get(stream(number), "/fanout?c=1");
                wire.send(Http2Wire.WINDOW_UPDATE, 0, stream(number), new byte[Integer.BYTES]);
            }
        },
        MADE_YOU_RESET_BY_OVERFLOW {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                wire.get(stream(number), "/fanout?c=1");
                wire.send(Http2Wire.WINDOW_UPDATE, 0, stream(number), (byte) 0x7F, (byte) -1, (byte) -1, (byte) -1);
            }
        },
        SETTINGS {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                wire.send(Http2Wire.SETTINGS, 0, 0);
            }
        },
        PING {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                wire.send(Http2Wire.PING, 0, 0, new byte[Long.BYTES]);
            }
        },
        PRIORITY {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                wire.send(Http2Wire.PRIORITY, 0, stream(number), new byte[] {0, 0, 0, 0, 16});
            }
        },
        UNKNOWN_FRAMES {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                wire.send(0x42, 0, 0, (byte) 1);
            }
        },
        EMPTY_DATA {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                if (number == 0) {
                    wire.send(Http2Wire.HEADERS, Http2Wire.END_HEADERS, 1, Http2Wire.head("POST", "/fanout?c=1"));
                }
                wire.send(Http2Wire.DATA, 0, 1);
            }
        },
        EMPTY_CONTINUATIONS {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                if (number == 0) {
                    wire.send(Http2Wire.HEADERS, Http2Wire.END_STREAM, 1, Http2Wire.head("GET", "/client"));
                }
                wire.send(Http2Wire.CONTINUATION, 0, 1);
            }
        },
        MALFORMED_REQUESTS {
            @Override
            public void send(Http2Wire wire, int number) throws IOException {
                ByteArrayOutputStream head = new ByteArrayOutputStream();
                head.writeBytes(Http2Wire.head("GET", "/client"));
                Http2Wire.field(head, "UPPER", "case");
                wire.send(
                        Http2Wire.HEADERS,
                        Http2Wire.END_STREAM | Http2Wire.END_HEADERS,
                        stream(number),
                        head.toByteArray());
            }
        };

        static int stream(int number) {
            return 2 * number + 1;
        }
    }

    @BeforeEach
    void connect() throws IOException {
        server = new ServerBuilder()
                .port(0)
                .settings(settings -> {
                    if (secure) {
                        settings.tls(tls -> tls.certificate(
                                rig.localhost().chain(), rig.localhost().key()));
                    }
                })
                .partner("held", partner.uri().toString())
                .mashup(new ClientServlet())
                .mashup(new FanoutServlet())
                .start();
        attacker = wire();
        good = wire();
    }

    @AfterEach
    void stop() throws IOException {
        attacker.close();
        good.close();
        partner.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(Flood.class)
    void aFloodEndsItsConnectionOnly(Flood flood) throws IOException {
        good.get(1, "/fanout?c=1");
        good.flush();
        flood(flood);

        assertThat(attacker.awaitEnd()).isEqualTo(ENHANCE_YOUR_CALM);
        partner.release();
        assertThat(good.await(Http2Wire.HEADERS).stream()).isEqualTo(1);
        await().untilAsserted(() ->
                assertThat(server.broker().ledger().totals().inFlight()).isZero());
    }

    private void flood(Flood flood) throws IOException {
        for (int i = 0; i < FLOOD; i++) {
            flood.send(attacker, i);
        }
    }

    @Test
    void requestsThatAreResetCountOnceEach() throws IOException {
        for (int i = 0; i < WITHIN; i++) {
            attacker.get(Flood.stream(i), "/fanout?c=1");
        }
        attacker.flush();
        await().untilAsserted(() ->
                assertThat(server.broker().ledger().totals().inFlight()).isEqualTo(WITHIN));
        for (int i = 0; i < WITHIN; i++) {
            attacker.send(Http2Wire.RST_STREAM, 0, Flood.stream(i), CANCEL);
        }
        attacker.flush();
        await().untilAsserted(() ->
                assertThat(server.broker().ledger().totals().inFlight()).isZero());
        attacker.get(Flood.stream(WITHIN), "/client");
        assertThat(attacker.await(Http2Wire.HEADERS).stream()).isEqualTo(Flood.stream(WITHIN));
    }

    @Test
    void aHugeHeaderListIsRefused() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.writeBytes(Http2Wire.head("GET", "/client"));
        for (int i = 0; i < 150; i++) {
            Http2Wire.field(head, "x-" + i, "x".repeat(90));
        }

        attacker.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, head.toByteArray());

        assertThat(attacker.awaitEnd()).isIn(PROTOCOL_ERROR, REFUSED_STREAM, COMPRESSION_ERROR, ENHANCE_YOUR_CALM);
        assertTheGoodClientIsAnswered();
    }

    @Test
    void continuationsWithoutEndAreBounded() throws IOException {
        attacker.send(Http2Wire.HEADERS, Http2Wire.END_STREAM, 1, Http2Wire.head("GET", "/client"));
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        Http2Wire.field(fields, "x", "x".repeat(100));
        for (int i = 0; i < FLOOD; i++) {
            attacker.send(Http2Wire.CONTINUATION, 0, 1, fields.toByteArray());
        }

        assertThat(attacker.awaitEnd()).isIn(PROTOCOL_ERROR, ENHANCE_YOUR_CALM);
        assertTheGoodClientIsAnswered();
    }

    @Test
    void aBombOfHpackIsNotUnpacked() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        head.writeBytes(Http2Wire.head("GET", "/client"));
        // A field of 3,000 bytes goes to the dynamic table (RFC 7541, section 6.2.1); then a byte each repeats it.
        head.write(0x40);
        head.write(1);
        head.write('x');
        head.writeBytes(new byte[] {0x7F, (byte) 0xB9, 0x16});
        head.writeBytes("y".repeat(3_000).getBytes(StandardCharsets.US_ASCII));
        head.writeBytes("\u00BE".repeat(5_000).getBytes(StandardCharsets.ISO_8859_1));

        attacker.send(Http2Wire.HEADERS, Http2Wire.END_STREAM | Http2Wire.END_HEADERS, 1, head.toByteArray());

        assertThat(attacker.awaitEnd()).isIn(PROTOCOL_ERROR, COMPRESSION_ERROR, ENHANCE_YOUR_CALM);
        assertTheGoodClientIsAnswered();
    }

    @Test
    void requestsBeyondTheBoundOfAConnectionAreRefusedUnprocessed() throws IOException {
        for (int i = 0; i < 129; i++) {
            attacker.get(Flood.stream(i), "/fanout?c=1");
        }

        Http2Wire.Frame refused = attacker.await(Http2Wire.RST_STREAM);

        assertThat(refused.stream()).isEqualTo(Flood.stream(128));
        assertThat(refused.number(0)).isEqualTo(REFUSED_STREAM);
        partner.release();
        assertThat(attacker.await(Http2Wire.HEADERS).stream()).isLessThan(Flood.stream(128));
        assertTheGoodClientIsAnswered();
    }

    @Test
    void aStopSendsGoawayAndAnswersTheRequestsInFlight() throws IOException {
        good.get(1, "/fanout?c=1");
        good.flush();
        partner.awaitRequest();

        CompletableFuture<Void> closing = OwnThread.run(server::close);
        Http2Wire.Frame goaway = good.await(Http2Wire.GOAWAY);
        assertThat(goaway.number(Integer.BYTES)).isZero();
        assertThat(closing).isNotDone();
        partner.release();

        assertThat(good.await(Http2Wire.HEADERS).stream()).isEqualTo(1);
        good.awaitEnd();
        closing.join();
    }

    private void assertTheGoodClientIsAnswered() throws IOException {
        good.get(1, "/client");
        assertThat(good.await(Http2Wire.HEADERS).stream()).isEqualTo(1);
    }

    private Http2Wire wire() throws IOException {
        return secure ? Http2Wire.secure(rig.clients().socket(server.port())) : Http2Wire.plain(server.port());
    }

    private static HeldPartner held() {
        try {
            return HeldPartner.start();
        } catch (IOException x) {
            throw new IllegalStateException(x);
        }
    }
}
