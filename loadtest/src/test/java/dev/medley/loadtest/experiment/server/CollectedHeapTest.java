package dev.medley.loadtest.experiment.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.loadtest.report.section.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectedHeapTest {

    private static final Instant ZERO = Instant.parse("2026-11-29T06:06:00Z");

    @TempDir
    private Path folder;

    @Test
    void theHeapAfterEachCollectionIsRead() throws IOException {
        CollectedHeap heap = read("""
                [2026-11-29T06:06:00.100+0000] Using G1
                [2026-11-29T06:06:01.500+0000] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 60M->12M(256M) 5.769ms
                [2026-11-29T06:06:02.000+0000] GC(1) Concurrent Mark Cycle
                [2026-11-29T06:06:02.250+0000] GC(1) Pause Remark 14M->13M(256M) 2.100ms
                [2026-11-29T06:06:03.000+0000] GC(2) Pause Full (System.gc()) 20M->8M(256M) 12.595ms
                [2026-11-29T06:06:04.000+0000] GC(3) Pause Young (Normal) (G1 Evac""");

        assertThat(heap.points()).containsExactly(new Point(1.5, 12), new Point(2.25, 13), new Point(3, 8));
        assertThat(heap.least()).isEqualTo(8);
        assertThat(heap.most()).isEqualTo(13);
    }

    @Test
    void thoseBetweenTwoMomentsIncludeTheFirstAndNotTheLast() {
        CollectedHeap heap = new CollectedHeap(List.of(new Point(-1, 4), new Point(0, 5), new Point(2, 6)));

        assertThat(heap.between(0, 2).points()).containsExactly(new Point(0, 5));
    }

    @Test
    void withoutCollectionsThereIsNoFigure() {
        CollectedHeap none = new CollectedHeap(List.of());

        assertThat(none.least()).isNaN();
        assertThat(none.most()).isNaN();
    }

    @Test
    void theLogOfAJvmIsRead() throws Exception {
        Path log = folder.resolve("a folder/collections.log");
        Files.createDirectories(log.getParent());
        Path program = Files.writeString(
                folder.resolve("Collecting.java"),
                "class Collecting { public static void main(String[] args) { System.gc(); } }");
        Instant begun = Instant.now();
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        CollectedHeap.option(log),
                        program.toString())
                .inheritIO()
                .start();

        assertThat(jvm.waitFor()).isZero();
        assertThat(CollectedHeap.of(log, begun).points())
                .isNotEmpty()
                .allMatch(point -> point.x() >= 0
                        && point.x() <= Duration.between(begun, Instant.now()).toSeconds() + 1);
    }

    private CollectedHeap read(String log) throws IOException {
        return CollectedHeap.of(Files.writeString(folder.resolve("collections.log"), log), ZERO);
    }
}
