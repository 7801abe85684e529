package dev.medley.loadtest.topics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What subscribers make of the numbers and positions that come. */
class SubscriberTest {

    private final Tally tally = new Tally();
    private final Text text = new Text();
    private final Subscriber subscriber = new Subscriber(tally, true);
    private final Events events = new Events(subscriber, text, tally);

    @Test
    void numbersThatFollowEachOtherAreComplete() {
        stream("retry: 2000\nid: a:7\n\n");
        stream(event("a:7", "a:8", 1) + event("a:8", "a:11", 2));

        assertThat(tally.subscribed).isEqualTo(1);
        assertThat(tally.received).isEqualTo(2);
        assertThat(tally.lost + tally.skipped + tally.repeated + tally.disorder).isZero();
        assertThat(tally.failures).isEmpty();
        assertThat(subscriber.position()).isEqualTo("a:11");
        assertThat(subscriber.number()).isEqualTo(2);
        assertThat(tally.micros.getTotalCount()).isEqualTo(2);
    }

    @Test
    void eventsMayComeInAnyParts() {
        String all = "id: a:0\n\n" + event("a:0", "a:1", 1) + ":\n\n" + event("a:1", "a:2", 2);
        for (int i = 0; i < all.length(); i++) {
            stream(all.substring(i, i + 1));
        }

        assertThat(tally.received).isEqualTo(2);
        assertThat(tally.heartbeats).isEqualTo(1);
        assertThat(tally.failures).isEmpty();
    }

    @Test
    void aNumberThatIsLeftOutIsLostUnlessAGapSaysSo() {
        stream("id: a:0\n\n" + event("a:0", "a:1", 1) + event("a:1", "a:4", 4));
        assertThat(tally.lost).isEqualTo(2);

        stream("event: gap\nid: b:0\ndata: {\"subjects\":\"t\",\"first\":\"b:1\"}\n\n" + event("b:0", "b:1", 9));
        assertThat(tally.lost).isEqualTo(2);
        assertThat(tally.skipped).isEqualTo(4);
        assertThat(tally.gaps).isEqualTo(1);
        assertThat(tally.failures).isEmpty();
    }

    @Test
    void aPrevBeyondTheLastPositionIsAFailure() {
        stream("id: a:0\n\n" + event("a:0", "a:1", 1) + event("a:3", "a:4", 2));

        assertThat(tally.failures).containsKey("prev is beyond the last position, without a gap");
    }

    @Test
    void aNumberAgainIsRepeatedAndOneBeforeItIsDisorder() {
        stream("id: a:0\n\n" + event("a:0", "a:1", 1) + event("a:1", "a:2", 2) + event("a:2", "a:3", 2)
                + event("a:3", "a:4", 1));
        assertThat(tally.repeated).isEqualTo(1);
        assertThat(tally.disorder).isEqualTo(1);

        stream("event: gap\nid: b:0\ndata: {}\n\n" + event("b:0", "b:1", 2));
        assertThat(tally.repeatedInNewEpoch).isEqualTo(1);
    }

    private void stream(String part) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        events.take(bytes, 0, bytes.length, System.nanoTime());
    }

    private static String event(String prev, String position, long number) {
        return "id: %s\ndata: {\"prev\":\"%s\",\"position\":\"%s\",\"subject\":\"t\",\"data\":%s}\n\n"
                .formatted(position, prev, position, NumberedMessage.of(number, System.nanoTime(), 100));
    }
}
