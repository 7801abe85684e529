package dev.medley.mashup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.HandConnection;
import dev.medley.connection.HandPartner;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.thread.internal.Soon;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The body of a partner is a publisher that keeps the rules of Reactive Streams. */
class BodyStreamTest {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String END = "0\r\n\r\n";

    private final Reader reader = new Reader();
    private HandPartner partner = HandPartner.open();
    private DefaultBroker broker =
            DefaultBroker.builder().partner("files", partner.url()).build();

    BodyStreamTest() throws Exception {}

    @BeforeEach
    void start() {
        broker.start();
    }

    @AfterEach
    void stop() throws Exception {
        broker.close();
        partner.close();
    }

    @Test
    void partsAndEndThatCameBeforeTheSubscriberAreDeliveredInOrder() throws Exception {
        CompletableFuture<Reply> reply = begin();
        partner.acceptRequest().send(HEAD + "3\r\none\r\n" + END);
        publisherOf(reply).subscribe(reader);
        assertThat(reader.events).isEmpty();
        reader.request(Long.MAX_VALUE);

        reader.awaitEvents("one", "complete");
    }

    @Test
    void aPartIsDeliveredForEachThatIsDemanded() throws Exception {
        CompletableFuture<Reply> reply = begin();
        HandConnection connection = partner.acceptRequest();
        connection.send(HEAD + "3\r\none\r\n");
        publisherOf(reply).subscribe(reader);
        reader.request(1);
        reader.awaitEvents("one");
        connection.send("3\r\ntwo\r\n");
        reader.request(2);
        reader.awaitEvents("one", "two");
        connection.send("5\r\nthree\r\n" + END);
        reader.awaitEvents("one", "two", "three");
        reader.request(1);
        reader.awaitEvents("one", "two", "three", "complete");
    }

    @Test
    void aDemandOfNothingIsAnErrorAndEndsTheExchange() throws Exception {
        CompletableFuture<Reply> reply = begin();
        HandConnection connection = partner.acceptRequest();
        connection.send(HEAD);
        publisherOf(reply).subscribe(reader);
        reader.request(0);

        reader.awaitEvents("IllegalArgumentException");
        connection.awaitClosed();
    }

    @Test
    void aCancellationEndsTheExchangeAndNothingFollows() throws Exception {
        CompletableFuture<Reply> reply = begin();
        HandConnection connection = partner.acceptRequest();
        connection.send(HEAD + "3\r\none\r\n");
        publisherOf(reply).subscribe(reader);
        reader.cancel();
        reader.request(5);

        connection.awaitClosed();
        assertThat(reader.events).isEmpty();
    }

    @Test
    void aSecondSubscriberIsRefused() throws Exception {
        CompletableFuture<Reply> reply = begin();
        partner.acceptRequest().send(HEAD + "3\r\none\r\n" + END);
        publisherOf(reply).subscribe(reader);
        Reader second = new Reader();
        publisherOf(reply).subscribe(second);
        second.request(1);
        second.cancel();
        reader.request(2);

        second.awaitEvents("IllegalStateException");
        reader.awaitEvents("one", "complete");
    }

    @Test
    void aSubscriberThatThrowsEndsTheExchange() throws Exception {
        CompletableFuture<Reply> reply = begin();
        HandConnection connection = partner.acceptRequest();
        connection.send(HEAD + "3\r\none\r\n");
        reader.fails = true;
        publisherOf(reply).subscribe(reader);
        reader.request(1);

        connection.awaitClosed();
    }

    private CompletableFuture<Reply> begin() {
        return new DefaultMashup(broker, new GivenInbound(Map.of()))
                .stream("files", "/").toCompletableFuture();
    }

    private static Flow.Publisher<ByteBuffer> publisherOf(CompletableFuture<Reply> reply) throws Exception {
        return Objects.requireNonNull(reply.get().stream());
    }

    private static final class Reader implements Flow.Subscriber<ByteBuffer> {

        final List<String> events = new CopyOnWriteArrayList<>();
        final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
        volatile boolean fails;

        @Override
        public void onSubscribe(Flow.Subscription given) {
            subscription.complete(given);
        }

        @Override
        public void onNext(ByteBuffer part) {
            if (fails) {
                throw new IllegalStateException("a defect of the subscriber");
            }
            events.add(UTF_8.decode(part.duplicate()).toString());
        }

        @Override
        public void onError(Throwable failure) {
            events.add(failure.getClass().getSimpleName());
        }

        @Override
        public void onComplete() {
            events.add("complete");
        }

        void request(long parts) {
            subscription.join().request(parts);
        }

        void cancel() {
            subscription.join().cancel();
        }

        void awaitEvents(String... expected) {
            Soon.asserted(() -> assertThat(events).containsExactly(expected));
        }
    }
}
