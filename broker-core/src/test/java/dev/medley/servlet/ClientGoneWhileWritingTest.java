package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Reply;
import dev.medley.servlet.LeavingFilter.Moment;
import dev.medley.thread.internal.Soon;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/**
 * A client that leaves exactly while its reply is written ends the request, once, and is no error. The rig checks that no
 * request is left in flight.
 */
class ClientGoneWhileWritingTest {

    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final int LARGE = 1_000_000;

    private enum Body {
        SMALL,
        LARGE,
        STREAMED;

        Reply reply() {
            return switch (this) {
                case SMALL -> Reply.text("a small reply");
                case LARGE -> Reply.bytes("application/octet-stream", new byte[ClientGoneWhileWritingTest.LARGE]);
                case STREAMED -> Reply.stream("application/octet-stream", new PiecesPublisher(new byte[50_000], 20));
            };
        }
    }

    private enum Way {
        RESET {
            @Override
            void leave(H2Client client) throws IOException {
                client.cancel();
            }
        },
        CLOSE {
            @Override
            void leave(H2Client client) throws IOException {
                client.close();
            }
        };

        abstract void leave(H2Client client) throws IOException;
    }

    @InEachMode
    void aClientThatLeavesAtAStepOfTheWritingIsNoError(ExecutionMode mode) throws Exception {
        for (Body body : Body.values()) {
            for (Moment moment : Moment.values()) {
                if (moment == Moment.BUFFER_SIZE && body != Body.SMALL) {
                    // Others are written in the buffer that the container has.
                    continue;
                }
                for (Way way : Way.values()) {
                    leaveAt(mode, body, moment, way);
                }
            }
        }
    }

    private static void leaveAt(ExecutionMode mode, Body body, Moment moment, Way way) throws Exception {
        HeldReply reply = new HeldReply();
        LeavingFilter filter = new LeavingFilter(moment);
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = MashupRig.in(mode).filter(filter).serve(reply);
                H2Client client = new H2Client(rig.port())) {
            filter.at(() -> way.leave(client));
            client.get("/");
            reply.awaitComposed();
            if (mode != ExecutionMode.BLOCKING) {
                rig.awaitSuspended();
            }
            reply.give(body.reply());

            String what = "%s, %s at %s".formatted(body, way, moment);
            Soon.asserted(() -> assertThat(rig.replied()).as(what).hasSize(1));
            assertThat(log.ofMedley()).as(what).isEmpty();
        }
    }

    @InEachMode
    void aClientThatLeavesWhileTheMashupComposesIsNoError(ExecutionMode mode) throws Exception {
        for (Body body : Body.values()) {
            for (Way way : Way.values()) {
                CountDownLatch composing = new CountDownLatch(1);
                CountDownLatch left = new CountDownLatch(1);
                try (CapturedLog log = new CapturedLog();
                        MashupRig rig = MashupRig.in(mode).serve(mashup -> {
                            composing.countDown();
                            down(left);
                            return CompletableFuture.completedStage(body.reply());
                        });
                        H2Client client = new H2Client(rig.port())) {
                    client.get("/");
                    Soon.down(composing);
                    way.leave(client);
                    left.countDown();

                    rig.onlyReplied();
                    assertThat(log.ofMedley()).as(body + ", " + way).isEmpty();
                }
            }
        }
    }

    @InEachMode
    void aClientThatLeavesBeforeTheDeadlineOvertakesTheMashupIsNoError(ExecutionMode mode) throws Exception {
        for (Way way : Way.values()) {
            CountDownLatch composing = new CountDownLatch(1);
            CountDownLatch overdue = new CountDownLatch(1);
            try (CapturedLog log = new CapturedLog();
                    MashupRig rig = rig(mode).serve(mashup -> {
                        composing.countDown();
                        down(overdue);
                        return CompletableFuture.completedStage(Reply.text("too late"));
                    });
                    H2Client client = new H2Client(rig.port())) {
                client.get("/");
                Soon.down(composing);
                way.leave(client);
                rig.clock().advance(DEADLINE);
                rig.onlyReplied();
                overdue.countDown();

                assertThat(log.ofMedley()).as(way.toString()).isEmpty();
            }
        }
    }

    @InEachMode
    void aClientThatTakesNothingAndLeavesAfterTheDeadlineIsNoError(ExecutionMode mode) throws Exception {
        for (Body body : List.of(Body.LARGE, Body.STREAMED)) {
            try (CapturedLog log = new CapturedLog();
                    MashupRig rig = rig(mode).serve(mashup -> CompletableFuture.completedStage(body.reply()));
                    H2Client client = H2Client.withoutWindow(rig.port())) {
                client.get("/");
                client.awaitHead();
                rig.awaitSuspended();
                client.cancel();
                rig.clock().advance(DEADLINE);

                rig.onlyReplied();
                assertThat(log.ofMedley()).as(body.toString()).isEmpty();
            }
        }
    }

    @InEachMode
    void aReplyThatTheContainerDoesNotTakeIsAnErrorWithItsStack(ExecutionMode mode) throws Exception {
        Filter failing = (request, response, chain) ->
                chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                    @Override
                    public void setBufferSize(int size) {
                        throw new IllegalStateException("no buffer");
                    }

                    @Override
                    public boolean isCommitted() {
                        throw new UnsupportedOperationException("not known");
                    }
                });
        try (CapturedLog log = new CapturedLog();
                MashupRig rig = MashupRig.in(mode)
                        .filter(failing)
                        .serve(mashup -> CompletableFuture.completedStage(Reply.text("a small reply")));
                RawClient client = RawClient.get(rig.port(), "/?a=b")) {
            assertThat(client.readHead()).startsWith("HTTP/1.1 500 ");
            assertThat(rig.onlyReplied().clientGone()).isFalse();
            assertThat(log.ofMedley())
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .anyMatch(line -> line.matches(".*the reply to GET /, request-id [0-9a-f]{32} cannot be written"));
            assertThat(log.ofMedley()).anyMatch(event -> event.getThrowableProxy() != null);
        }
    }

    private static MashupRig.Builder rig(ExecutionMode mode) {
        return MashupRig.in(mode).deadline(DEADLINE).manualTime();
    }

    private static void down(CountDownLatch latch) {
        try {
            Soon.down(latch);
        } catch (InterruptedException x) {
            throw new IllegalStateException(x);
        }
    }
}
