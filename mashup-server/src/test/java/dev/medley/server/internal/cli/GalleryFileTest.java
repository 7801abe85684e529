package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GalleryFileTest {

    @TempDir
    private Path sources;

    @Test
    void theDemoServesTheFileAsItIsNow() throws Exception {
        Files.createDirectories(sources.resolve("config"));
        Files.writeString(sources.resolve("config/gallery.yaml"), "partners: {mine: {url: 'http://127.0.0.1:9002'}}\n");

        assertThat(Gallery.current(sources).yaml()).contains("mine");
        assertThat(Gallery.current(null)).isEqualTo(Gallery.read());
        assertThat(Gallery.current(sources.resolve("elsewhere"))).isEqualTo(Gallery.read());
    }

    @Test
    void partnersAtOtherAddressesThanTheStubsKeepThem() {
        Gallery gallery = new Gallery("""
                partners:
                  mine: {url: 'https://api.example.org'}
                  far: {url: 'http://192.0.2.1:9001'}
                  own: {url: 'http://127.0.0.1:9009'}
                  stub: {url: 'http://127.0.0.1:9002'}
                """);
        URI first = URI.create("http://127.0.0.1:1");
        URI second = URI.create("http://127.0.0.1:2");

        assertThat(gallery.partners(List.of(first, second))).hasSize(1).containsEntry("stub", second);
    }
}
