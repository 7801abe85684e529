package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client whose connection over HTTP/2 takes nothing has no further requests begun, in each execution mode. */
@ParameterizedClass(name = "{0}, loops: {1}")
@MethodSource("dev.medley.server.ClientGoneTest#modes")
class Http2ConnectionWindowTest {

    private static final int WINDOW = 65_535;
    /** As many attempts as a client may have beside a closed window, and one more. */
    private static final int SEVERAL = 9;

    private static final int FURTHER = 20;
    /** For all replies, so that it does not close again. */
    private static final byte[] LARGE_WINDOW = {1, 0, 0, 0};

    private static final byte[] CANCEL = {0, 0, 0, 8};
    private static final byte[] EIGHT = {1, 2, 3, 4, 5, 6, 7, 8};

    private final ExecutionMode mode;
    private final int loops;
    private final PartnerStubs stubs = PartnerStubs.builder().start();
    private final StreamServlet streams = new StreamServlet();

    Http2ConnectionWindowTest(ExecutionMode mode, int loops) {
        this.mode = mode;
        this.loops = loops;
    }

    @AfterEach
    void close() {
        stubs.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientThatTakesNothingBeginsNoMoreUntilItDoes(boolean resets) throws Exception {
        try (RunningServer server = start();
                Http2Wire client = Http2Wire.plain(server.port())) {
            fill(client, SEVERAL);
            request(client, SEVERAL, FURTHER);
            if (resets) {
                client.send(Http2Wire.RST_STREAM, 0, number(SEVERAL), CANCEL);
            }
            client.send(Http2Wire.PING, 0, 0, EIGHT);
            client.await(Http2Wire.PING);
            assertThat(streams.begun).hasValue(SEVERAL);

            client.send(Http2Wire.WINDOW_UPDATE, 0, 0, LARGE_WINDOW);
            client.flush();
            int all = SEVERAL + FURTHER - (resets ? 1 : 0);
            await().until(() -> streams.begun.get() == all);
        }
    }

    @Test
    void whatWasHeldBackBeginsWhenFewAttemptsAreLeft() throws Exception {
        try (RunningServer server = start();
                Http2Wire client = Http2Wire.plain(server.port())) {
            fill(client, SEVERAL);
            request(client, SEVERAL, 2);
            for (int i = 0; i < SEVERAL - 1; i++) {
                client.send(Http2Wire.RST_STREAM, 0, number(i), CANCEL);
            }
            client.flush();
            await().until(() -> streams.begun.get() == SEVERAL + 2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, SEVERAL - 1})
    void aClientWithFewRequestsBeginsMore(int few) throws Exception {
        try (RunningServer server = start();
                Http2Wire client = Http2Wire.plain(server.port())) {
            fill(client, few);
            request(client, few, 1);
            client.flush();
            await().until(() -> streams.begun.get() == few + 1);
        }
    }

    /** Has the replies to {@code count} requests use up the window. */
    private void fill(Http2Wire client, int count) throws IOException {
        request(client, 0, count);
        client.flush();
        await().until(() -> stubs.requests() == count);
        for (int read = 0; read < WINDOW; ) {
            read += client.await(Http2Wire.DATA).content().length();
        }
    }

    private static void request(Http2Wire client, int from, int count) throws IOException {
        for (int i = from; i < from + count; i++) {
            client.get(number(i), "/stream");
        }
    }

    private static int number(int stream) {
        return 2 * stream + 1;
    }

    private RunningServer start() throws IOException {
        return new ServerBuilder()
                .port(0)
                .settings(settings -> settings.execution(mode).loops(loops).threads(FURTHER * 2))
                .partner("stub", stubs.uri().toString())
                .mashup(streams)
                .start();
    }

    @WebServlet("/stream")
    private static final class StreamServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient AtomicInteger begun = new AtomicInteger();

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            begun.incrementAndGet();
            return mashup.stream("stub", "/partner/0?size=1000000");
        }
    }
}
