package dev.medley.connection.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.thread.internal.Soon;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WriteBatchTest {

    private final List<String> written = new ArrayList<>();

    @Test
    void requestsOfATurnAreWrittenOnceAtItsEnd() {
        WriteBatch.Writer writer = () -> written.add("write");
        WriteBatch batch = WriteBatch.begin();
        assertThat(WriteBatch.defer(writer)).isTrue();
        assertThat(WriteBatch.defer(writer)).isTrue();
        assertThat(written).isEmpty();
        batch.end();
        assertThat(written).containsExactly("write");
    }

    @Test
    void outsideATurnNoWriteIsPutOff() {
        WriteBatch.begin().end();
        assertThat(WriteBatch.defer(() -> written.add("write"))).isFalse();
        assertThat(written).isEmpty();
    }

    @Test
    void aTurnWithinATurnIsPartOfIt() {
        WriteBatch outer = WriteBatch.begin();
        WriteBatch inner = WriteBatch.begin();
        assertThat(WriteBatch.defer(() -> written.add("write"))).isTrue();
        inner.end();
        assertThat(written).isEmpty();
        outer.end();
        assertThat(written).containsExactly("write");
    }

    @Test
    void eachConnectionWrites() {
        WriteBatch batch = WriteBatch.begin();
        WriteBatch.defer(() -> written.add("one"));
        WriteBatch.defer(() -> written.add("two"));
        batch.end();
        assertThat(written).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void aWriteThatIsPutOffWithinTheEndIsMadeInThatEnd() {
        WriteBatch batch = WriteBatch.begin();
        WriteBatch.defer(() -> {
            written.add("first");
            WriteBatch nested = WriteBatch.begin();
            assertThat(WriteBatch.defer(() -> written.add("second"))).isTrue();
            nested.end();
        });
        batch.end();
        assertThat(written).containsExactly("first", "second");
        assertThat(WriteBatch.defer(() -> written.add("third"))).isFalse();
    }

    @Test
    void aTurnIsOfItsThreadOnly() {
        WriteBatch batch = WriteBatch.begin();
        assertThat(CompletableFuture.supplyAsync(() -> WriteBatch.defer(() -> written.add("write"))))
                .succeedsWithin(Soon.PATIENCE)
                .isEqualTo(false);
        batch.end();
    }
}
