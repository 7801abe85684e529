package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GalleryScriptsTest {

    private static final Path SOURCES = Path.of("..");

    @TempDir
    private Path elsewhere;

    @Test
    void theScriptsAreThoseOfTheSources() throws IOException {
        assertThat(GalleryScripts.current(SOURCES)).isEqualTo(Path.of("../config/scripts"));
    }

    @Test
    void elsewhereTheJarHasTheSame() throws IOException {
        Path copies = GalleryScripts.current(elsewhere);

        assertThat(texts(copies)).isEqualTo(texts(GalleryScripts.current(SOURCES)));
        assertThat(GalleryScripts.current(null)).isNotEqualTo(copies);
    }

    private static String texts(Path folder) throws IOException {
        StringBuilder texts = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                texts.append(folder.relativize(file)).append('\n').append(Files.readString(file));
            }
        }
        return texts.toString();
    }
}
