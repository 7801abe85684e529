package dev.medley.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.thread.internal.Soon;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A reply streams any publisher, and a publisher that does not keep the rules harms its own reply only. */
class PublisherTest {

    private static final byte[] PIECE = "0123456789".repeat(1000).getBytes(UTF_8);

    @InEachContainer
    void whatIsPublishedArrivesWhole(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        PiecesPublisher pieces = new PiecesPublisher(PIECE, 300);
        try (MashupRig rig = rig(kind, mode, pieces)) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.headers().firstValue("Content-Type")).contains("text/x");
            assertThat(reply.body()).isEqualTo("0123456789".repeat(1000 * 300));
            assertThat(pieces.requested()).isEqualTo(301);
        }
    }

    @InEachContainer
    void aPublisherOfTheJdkIsStreamed(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>();
        try (MashupRig rig = rig(kind, mode, publisher)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            Soon.until("the subscription", publisher::hasSubscribers);
            publisher.submit(ByteBuffer.wrap("one ".getBytes(UTF_8)).asReadOnlyBuffer());
            publisher.submit(ByteBuffer.allocateDirect(0));
            publisher.submit(
                    ByteBuffer.allocateDirect(3).put("two".getBytes(UTF_8)).flip());
            publisher.close();

            assertThat(response.get().body()).isEqualTo("one two");
        }
    }

    @InEachContainer
    void thePartBeforeTheEndIsNeverLost(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        Flow.Publisher<ByteBuffer> hasty = reader -> reader.onSubscribe(new Flow.Subscription() {
            private final AtomicInteger requested = new AtomicInteger();

            @Override
            public void request(long n) {
                if (requested.incrementAndGet() == 1) {
                    new Thread(() -> {
                                reader.onNext(ByteBuffer.wrap("all".getBytes(UTF_8)));
                                reader.onComplete();
                            })
                            .start();
                }
            }

            @Override
            public void cancel() {}
        });
        int rounds = 200;
        try (MashupRig rig = rig(kind, mode, hasty)) {
            for (int i = 0; i < rounds; i++) {
                assertThat(rig.get("/").body()).isEqualTo("all");
            }
            Soon.asserted(() -> assertThat(rig.replied()).hasSize(rounds));
        }
    }

    @InEachContainer
    void aPauseOfThePublisherDoesNotHoldBackWhatHasCome(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        ManualPublisher publisher = new ManualPublisher();
        try (MashupRig rig = rig(kind, mode, publisher);
                RawClient client = RawClient.get(rig.port(), "/")) {
            publisher.awaitDemand(1).onNext(ByteBuffer.wrap("now".getBytes(UTF_8)));

            assertThat(client.readUntil("now")).startsWith("HTTP/1.1 200 ");
            publisher.awaitDemand(2).onComplete();
            assertThat(client.readUntil("\r\n0\r\n\r\n")).hasSizeLessThan(10);
        }
    }

    @InEachContainer
    void oneBufferIsRequestedAtATime(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        PiecesPublisher endless = new PiecesPublisher(PIECE, Integer.MAX_VALUE);
        try (MashupRig rig = rig(kind, mode, endless);
                RawClient client = RawClient.get(rig.port(), "/")) {
            client.readHead();
            AtomicInteger before = new AtomicInteger(-1);
            Soon.until(
                    "the client's buffers are full",
                    () -> before.getAndSet(endless.requested()) == endless.requested());

            assertThat((long) endless.requested() * PIECE.length).isLessThan(64L << 20);
            client.reset();
            assertThat(rig.onlyReplied().clientGone()).isTrue();
        }
    }

    @InEachContainer
    void anErrorBeforeAnythingWasSentIsTheReply(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertReply(kind, mode, 404, reader -> reader.onError(new ProblemException(404, "there is no such file")));
        assertReply(kind, mode, 500, reader -> reader.onError(new IllegalStateException("a defect")));
        assertReply(kind, mode, 500, reader -> reader.onError(new NoClassDefFoundError("no/such/Class")));
    }

    @InEachContainer
    void anErrorLaterBreaksTheReplyOff(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        ManualPublisher publisher = new ManualPublisher();
        try (MashupRig rig = rig(kind, mode, publisher);
                RawClient client = RawClient.get(rig.port(), "/")) {
            publisher.awaitDemand(1).onNext(ByteBuffer.wrap("now".getBytes(UTF_8)));
            client.readUntil("now");
            publisher.awaitDemand(2).onError(new IllegalStateException("a defect"));

            assertThat(client.readTextUntilBrokenOff()).doesNotContain("\r\n0\r\n");
            assertThat(rig.onlyReplied())
                    .returns(500, RequestSummary::status)
                    .returns(false, RequestSummary::clientGone);
        }
    }

    @InEachContainer
    void theDeadlineCancelsTheSubscription(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        ManualPublisher publisher = new ManualPublisher();
        try (MashupRig rig = MashupRig.in(mode)
                        .container(kind)
                        .manualTime()
                        .deadline(Duration.ofSeconds(2))
                        .serve(mashup -> CompletableFuture.completedStage(Reply.stream("text/x", publisher)));
                RawClient client = RawClient.get(rig.port(), "/")) {
            publisher.awaitDemand(1).onNext(ByteBuffer.wrap("now".getBytes(UTF_8)));
            client.readUntil("now");
            publisher.awaitDemand(2);
            rig.clock().advance(Duration.ofSeconds(2));

            assertThat(client.readTextUntilBrokenOff()).doesNotContain("\r\n0\r\n");
            assertThat(rig.onlyReplied()).returns(504, RequestSummary::status);
            Soon.until("the subscription is cancelled", () -> publisher.cancelled() == 1);
        }
    }

    @InEachContainer
    void aPublisherThatThrowsIsAnInternalError(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertInternalError(kind, mode, reader -> {
            throw new IllegalStateException("no subscriber, please");
        });
        assertInternalError(kind, mode, reader -> {
            throw new NoClassDefFoundError("no/such/Class");
        });
        assertInternalError(
                kind,
                mode,
                reader -> reader.onSubscribe(new Flow.Subscription() {
                    @Override
                    public void request(long n) {
                        throw new IllegalStateException("no demand, please");
                    }

                    @Override
                    public void cancel() {
                        throw new IllegalStateException("no cancellation, please");
                    }
                }));
    }

    @InEachContainer
    void partsThatWereNotRequestedAreAnInternalError(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertInternalError(kind, mode, reader -> reader.onNext(ByteBuffer.wrap(PIECE)));
        ManualPublisher publisher = new ManualPublisher();
        try (MashupRig rig = rig(kind, mode, publisher);
                RawClient client = RawClient.get(rig.port(), "/")) {
            publisher.awaitDemand(1).onNext(ByteBuffer.wrap(PIECE));
            client.readHead();
            Flow.Subscriber<? super ByteBuffer> reader = publisher.awaitDemand(2);
            for (int i = 0; i < 1000; i++) {
                reader.onNext(ByteBuffer.wrap(PIECE));
            }

            Soon.until("the subscription is cancelled", () -> publisher.cancelled() == 1);
            assertThat(client.readTextUntilBrokenOff()).doesNotContain("\r\n0\r\n");
            assertThat(rig.onlyReplied()).returns(500, RequestSummary::status);
        }
    }

    /** Rule 2.13 of Reactive Streams. Ignored, an error would be a body that is complete, and a part would not come. */
    @InEachContainer
    @SuppressWarnings("NullAway") // Null is what the publisher must not signal.
    void signalsOfNothingAreAnInternalError(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        assertReply(kind, mode, 500, reader -> reader.onError(null));
        assertReply(kind, mode, 500, reader -> reader.onNext(null));
        try (MashupRig rig = rig(kind, mode, reader -> reader.onSubscribe(null))) {
            assertThat(rig.get("/").statusCode()).isEqualTo(500);
        }
    }

    @InEachContainer
    void signalsBehindTheEndAreIgnored(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        ManualPublisher publisher = new ManualPublisher();
        try (MashupRig rig = rig(kind, mode, publisher)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            publisher.awaitDemand(1).onNext(ByteBuffer.wrap("all".getBytes(UTF_8)));
            Flow.Subscriber<? super ByteBuffer> reader = publisher.awaitDemand(2);
            reader.onComplete();
            reader.onNext(ByteBuffer.wrap("more".getBytes(UTF_8)));
            reader.onError(new IllegalStateException("too late"));
            reader.onComplete();

            assertThat(response.get().body()).isEqualTo("all");
            assertThat(rig.onlyReplied()).returns(200, RequestSummary::status);
        }
    }

    @InEachContainer
    void aSecondSubscriptionIsCancelled(WebContainer.Kind kind, ExecutionMode mode) throws Exception {
        ManualPublisher publisher = new ManualPublisher();
        ManualPublisher other = new ManualPublisher();
        try (MashupRig rig = rig(kind, mode, reader -> {
            publisher.subscribe(reader);
            other.subscribe(reader);
        })) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            publisher.awaitDemand(1).onComplete();

            assertThat(response.get().body()).isEmpty();
            assertThat(other.cancelled()).isEqualTo(1);
            assertThat(publisher.cancelled()).isZero();
        }
    }

    @InEachContainer
    void aBodyOfAnotherLengthThanAnnouncedIsNeverWellFormed(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        for (int announced : new int[] {PIECE.length * 3 - 1, PIECE.length * 3 + 1}) {
            Reply reply = Reply.stream("text/x", new PiecesPublisher(PIECE, 3)).length(announced);
            try (MashupRig rig = MashupRig.in(mode)
                            .container(kind)
                            .serve(mashup -> CompletableFuture.completedStage(reply));
                    RawClient client = RawClient.get(rig.port(), "/")) {
                String head = client.readHead();

                assertThat(client.readTextUntilBrokenOff()).hasSizeLessThan(announced);
                assertThat(rig.onlyReplied()).returns(500, RequestSummary::status);
                assertThat(head).contains("Content-Length: ");
            }
        }
    }

    private static void assertInternalError(
            WebContainer.Kind kind, ExecutionMode mode, Flow.Publisher<ByteBuffer> publisher) throws Exception {
        try (MashupRig rig = rig(kind, mode, publisher)) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(500);
            assertThat(reply.body()).contains("the mashup failed");
        }
    }

    private static void assertReply(
            WebContainer.Kind kind,
            ExecutionMode mode,
            int status,
            Consumer<Flow.Subscriber<? super ByteBuffer>> signal)
            throws Exception {
        ManualPublisher publisher = new ManualPublisher();
        try (MashupRig rig = rig(kind, mode, publisher)) {
            CompletableFuture<HttpResponse<String>> response = rig.begin("/");
            signal.accept(publisher.awaitDemand(1));

            assertThat(response.get().statusCode()).isEqualTo(status);
            assertThat(rig.onlyReplied()).returns(status, RequestSummary::status);
        }
    }

    private static MashupRig rig(WebContainer.Kind kind, ExecutionMode mode, Flow.Publisher<ByteBuffer> publisher)
            throws Exception {
        return MashupRig.in(mode)
                .container(kind)
                .serve(mashup -> CompletableFuture.completedStage(Reply.stream("text/x", publisher)));
    }

    /** A publisher that the test drives. */
    private static final class ManualPublisher implements Flow.Publisher<ByteBuffer> {

        private final List<Flow.Subscriber<? super ByteBuffer>> readers = new CopyOnWriteArrayList<>();
        private final AtomicInteger demand = new AtomicInteger();
        private final AtomicInteger cancelled = new AtomicInteger();

        @Override
        public void subscribe(Flow.Subscriber<? super ByteBuffer> reader) {
            readers.add(reader);
            reader.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long n) {
                    demand.addAndGet((int) n);
                }

                @Override
                public void cancel() {
                    cancelled.incrementAndGet();
                }
            });
        }

        Flow.Subscriber<? super ByteBuffer> awaitDemand(int parts) {
            Soon.until("a demand of " + parts + " parts in all", () -> demand.get() == parts);
            return readers.get(0);
        }

        int cancelled() {
            return cancelled.get();
        }
    }
}
