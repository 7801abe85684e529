package dev.medley.connection.internal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.value.StreamUses;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** The rules of Reactive Streams between the publisher of a body and the transfer that sends it. */
class RequestPartsTest implements RequestParts.Listener {

    private static final int MANY = 100_000;

    private final HandPublisher publisher = new HandPublisher();
    private final List<String> parts = new ArrayList<>();
    private final List<RequestBodyException> failures = new ArrayList<>();
    private boolean eager;
    private RequestParts reader = reader(publisher.body(-1));

    @Test
    void onePartIsRequestedForEachDemand() {
        reader.demand();
        assertThat(publisher.requested()).isOne();
        publisher.send("one");
        assertThat(parts).containsExactly("one");
        assertThat(publisher.requested()).isOne();
        reader.demand();
        assertThat(publisher.requested()).isEqualTo(2);
    }

    @Test
    void thePublisherIsSubscribedToByTheFirstDemand() {
        assertThat(publisher.subscribers()).isZero();
        reader.demand();
        assertThat(publisher.subscribers()).isOne();
    }

    @Test
    void theEndWaitsForItsDemand() {
        reader.demand();
        publisher.send("one").complete();
        assertThat(parts).containsExactly("one");
        reader.demand();
        assertThat(parts).containsExactly("one", "<last>");
        assertThat(publisher.cancelled()).isZero();
    }

    @Test
    void theLastBytesOfAKnownLengthWaitForTheEnd() {
        reader = reader(publisher.body(6));
        eager = true;
        reader.demand();
        publisher.send("one").send("two");
        assertThat(parts).containsExactly("one");
        publisher.complete();
        assertThat(parts).containsExactly("one", "two<last>");
    }

    @Test
    void ofALargePartOnlyTheEndIsKeptBack() {
        int large = 1 << 20;
        reader = reader(publisher.body(large));
        eager = true;
        reader.demand();
        publisher.send("x".repeat(large));
        assertThat(parts).hasSize(1);
        assertThat(parts.get(0)).hasSizeBetween(large - 16 * 1024, large - 1);
        publisher.complete();
        assertThat(String.join("", parts)).isEqualTo("x".repeat(large) + "<last>");
    }

    @Test
    void theMemoryOfTheLastPartMayBeUsedAgain() {
        reader = reader(publisher.body(3));
        reader.demand();
        byte[] memory = "one".getBytes(ISO_8859_1);
        publisher.send(ByteBuffer.wrap(memory)).awaitRequest();
        memory[0] = '?';
        publisher.complete();
        assertThat(parts).containsExactly("one<last>");
    }

    @Test
    void aPartThatIsNotRequestedIsAFailure() {
        reader.demand();
        publisher.send("one").push(ByteBuffer.wrap(new byte[1]));
        assertFailed("has sent a part that was not requested");
        assertThat(publisher.cancelled()).isOne();
    }

    @Test
    void aSecondSubscriptionIsCancelled() {
        reader.demand();
        HandPublisher other = new HandPublisher();
        other.subscribe(reader);
        assertThat(other.cancelled()).isOne();
        publisher.send("one");
        assertThat(parts).containsExactly("one");
    }

    @Test
    void aPublisherThatThrowsIsAFailure() {
        reader = reader(RequestBody.stream("text/plain", -1, subscriber -> {
            throw new IllegalStateException("no subscriber");
        }));
        reader.demand();
        assertFailed("no subscriber");
    }

    @Test
    void aSubscriptionThatThrowsIsAFailure() {
        reader = reader(RequestBody.stream("text/plain", -1, subscriber -> subscriber.onSubscribe(new Thrower())));
        reader.demand();
        assertFailed("no request");
    }

    @Test
    void aSubscriptionThatComesAfterTheEndIsCancelled() {
        List<Flow.Subscriber<? super ByteBuffer>> late = new ArrayList<>();
        reader = reader(RequestBody.stream("text/plain", -1, late::add));
        reader.demand();
        reader.cancel();
        publisher.subscribe(late.get(0));
        assertThat(publisher.cancelled()).isOne();
    }

    @Test
    void aBodyIsSubscribedToOnce() {
        RequestBody body = publisher.body(-1);
        assertThat(StreamUses.isRepeatable(body)).isTrue();
        reader(body).demand();
        assertThat(StreamUses.isRepeatable(body)).isFalse();
        reader(body).demand();
        assertFailed("a streamed body accepts only one subscriber");
        assertThat(publisher.subscribers()).isOne();
    }

    @Test
    void afterAFailureNothingFollows() {
        reader.demand();
        publisher.fail(new IllegalStateException("no more"));
        publisher.push(ByteBuffer.wrap(new byte[1])).complete();
        publisher.fail(new IllegalStateException("again"));
        reader.demand();
        reader.cancel();
        assertFailed("the body failed: no more");
        assertThat(parts).isEmpty();
        assertThat(publisher.cancelled()).isZero();
    }

    @Test
    void cancelledNothingFollows() {
        reader.demand();
        reader.cancel();
        reader.cancel();
        publisher.push(ByteBuffer.wrap(new byte[1])).complete();
        assertThat(parts).isEmpty();
        assertThat(failures).isEmpty();
        assertThat(publisher.cancelled()).isOne();
    }

    @Test
    void aLongBodyIsNoDeepStack() {
        eager = true;
        reader = reader(
                RequestBody.stream("text/plain", MANY, subscriber -> subscriber.onSubscribe(new AtOnce(subscriber))));
        reader.demand();
        assertThat(failures).isEmpty();
        assertThat(String.join("", parts)).hasSize(MANY + "<last>".length());
    }

    private RequestParts reader(RequestBody body) {
        return new RequestParts(
                body,
                task -> {
                    throw new RejectedExecutionException("on this thread");
                },
                this);
    }

    private void assertFailed(String message) {
        assertThat(failures).hasSize(1);
        assertThat(failures.get(0)).hasMessageContaining(message);
    }

    @Override
    public void onPart(ByteBuffer part, boolean last) {
        parts.add(ISO_8859_1.decode(part) + (last ? "<last>" : ""));
        if (eager && !last) {
            reader.demand();
        }
    }

    @Override
    public void onPartsFailed(RequestBodyException cause) {
        failures.add(cause);
    }

    /** A subscription that fails. */
    private static final class Thrower implements Flow.Subscription {

        @Override
        public void request(long parts) {
            throw new IllegalStateException("no request");
        }

        @Override
        public void cancel() {
            throw new IllegalStateException("no cancellation");
        }
    }

    /** A subscription that has each part at once: empty ones, and those of one byte. */
    private static final class AtOnce implements Flow.Subscription {

        private final Flow.Subscriber<? super ByteBuffer> subscriber;
        private int requested;

        AtOnce(Flow.Subscriber<? super ByteBuffer> subscriber) {
            this.subscriber = subscriber;
        }

        @Override
        public void request(long parts) {
            requested++;
            if (requested <= 2 * MANY) {
                subscriber.onNext(ByteBuffer.wrap(new byte[requested % 2]));
            } else {
                subscriber.onComplete();
            }
        }

        @Override
        public void cancel() {}
    }
}
