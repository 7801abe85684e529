package dev.medley.connection.internal.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ExpectationTest {

    private static final int REQUESTS = 200_000;

    private final AtomicBoolean closed = new AtomicBoolean();
    private final Expectation expectation = new Expectation(closed::get);

    /** A claim failed if a look began just behind the wait for the one before. */
    @Test
    void aRequestIsNotRefusedSinceAThreadLooksAtWhatHasArrived() {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Void> looks = CompletableFuture.runAsync(
                () -> {
                    while (!over.get()) {
                        if (expectation.beginReading()) {
                            expectation.endReading(true);
                        }
                    }
                },
                task -> new Thread(task).start());
        int claimed = 0;
        for (int i = 0; i < REQUESTS; i++) {
            claimed += expectation.claim() ? 1 : 0;
            expectation.complete();
        }
        over.set(true);
        looks.join();

        assertThat(claimed).isEqualTo(REQUESTS);
    }

    @Test
    void oneRequestAtATimeIsExpected() {
        assertThat(expectation.claim()).isTrue();
        assertThat(expectation.isResponse()).isTrue();
        assertThat(expectation.claim()).isFalse();
        assertThat(expectation.isNothing()).isFalse();
        expectation.complete();
        assertThat(expectation.isNothing()).isTrue();
        assertThat(expectation.claim()).isTrue();
    }

    @Test
    void nobodyLooksWhileAResponseIsExpected() {
        expectation.claim();
        assertThat(expectation.beginReading()).isFalse();
        assertThat(expectation.spoil()).isFalse();
        assertThat(expectation.isResponse()).isTrue();
    }

    @Test
    void whatArrivesUnaskedSpoilsTheConnectionForGood() {
        assertThat(expectation.spoil()).isTrue();
        expectation.complete();
        assertThat(expectation.claim()).isFalse();
        assertThat(expectation.spoil()).isFalse();
    }

    @Test
    void aLookThatFindsSomethingSpoilsTheConnection() {
        expectation.beginReading();
        expectation.endReading(false);
        assertThat(expectation.claim()).isFalse();
        assertThat(expectation.isNothing()).isFalse();
    }

    @Test
    void aClosedConnectionTakesNoRequest() {
        closed.set(true);
        assertThat(expectation.claim()).isFalse();
        expectation.beginReading();
        assertThat(expectation.isNothing()).as("does not wait for ever").isFalse();
    }
}
