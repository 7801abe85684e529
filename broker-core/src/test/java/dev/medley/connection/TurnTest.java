package dev.medley.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.Soon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TurnTest {

    private final List<String> written = new ArrayList<>();

    @Test
    void requestsOfATurnAreWrittenOnceAtItsEnd() {
        Turn.Writer writer = () -> written.add("write");
        Turn turn = Turn.begin();
        assertThat(Turn.defer(writer)).isTrue();
        assertThat(Turn.defer(writer)).isTrue();
        assertThat(written).isEmpty();
        turn.end();
        assertThat(written).containsExactly("write");
    }

    @Test
    void outsideATurnNoWriteIsPutOff() {
        Turn.begin().end();
        assertThat(Turn.defer(() -> written.add("write"))).isFalse();
        assertThat(written).isEmpty();
    }

    @Test
    void aTurnWithinATurnIsPartOfIt() {
        Turn outer = Turn.begin();
        Turn inner = Turn.begin();
        assertThat(Turn.defer(() -> written.add("write"))).isTrue();
        inner.end();
        assertThat(written).isEmpty();
        outer.end();
        assertThat(written).containsExactly("write");
    }

    @Test
    void eachConnectionWrites() {
        Turn turn = Turn.begin();
        Turn.defer(() -> written.add("one"));
        Turn.defer(() -> written.add("two"));
        turn.end();
        assertThat(written).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void aWriteThatIsPutOffWithinTheEndIsMadeInThatEnd() {
        Turn turn = Turn.begin();
        Turn.defer(() -> {
            written.add("first");
            Turn nested = Turn.begin();
            assertThat(Turn.defer(() -> written.add("second"))).isTrue();
            nested.end();
        });
        turn.end();
        assertThat(written).containsExactly("first", "second");
        assertThat(Turn.defer(() -> written.add("third"))).isFalse();
    }

    @Test
    void aTurnIsOfItsThreadOnly() {
        Turn turn = Turn.begin();
        assertThat(CompletableFuture.supplyAsync(() -> Turn.defer(() -> written.add("write"))))
                .succeedsWithin(Soon.PATIENCE)
                .isEqualTo(false);
        turn.end();
    }
}
