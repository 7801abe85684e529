package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveHeapTest {

    private static final int LARGE = 64 * 1024 * 1024;

    @TempDir
    private Path folder;

    @Test
    void theClassesOfAHistogramAreAddedUpWithoutTheCollectorsOwn() {
        String histogram = """
                4711:
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:         10000         240000  java.lang.String (java.base@25)
                   2:           300          16000  [B (java.base@25)
                   3:             7         500000  jdk.internal.vm.FillerElement (java.base@25)
                Total         10307         756000
                """;

        assertThat(LiveHeap.sum(histogram.lines())).isEqualTo(256_000);
    }

    @Test
    void aLiveArrayCountsAndADeadOneDoesNot() throws Exception {
        long pid = ProcessHandle.current().pid();
        byte[] array = new byte[LARGE];
        long with = LiveHeap.bytes(pid, folder.resolve("with.txt"));
        assertThat(array).hasSize(LARGE);
        array = new byte[0];
        long without = LiveHeap.bytes(pid, folder.resolve("without.txt"));

        assertThat(array).isEmpty();
        assertThat(with - without).isBetween(LARGE / 2L, LARGE * 3L / 2);
    }

    @Test
    void aProcessThatIsNotThereIsAnErrorThatNamesTheOutput() {
        Path histogram = folder.resolve("none.txt");

        assertThatThrownBy(() -> LiveHeap.bytes(Integer.MAX_VALUE, histogram))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(histogram.toString());
        assertThat(LiveHeap.sum(Stream.empty())).isZero();
    }
}
