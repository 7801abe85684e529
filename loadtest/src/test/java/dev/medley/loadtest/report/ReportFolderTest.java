package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReportFolderTest {

    /** Stays behind, to be looked at. */
    private static final Path FOLDER = Path.of("target", "report-example");

    @Test
    void writesAPageAndItsNumbers() throws IOException {
        Path page = ReportFolder.write(ExampleReport.build(), FOLDER);

        assertThat(page).isEqualTo(FOLDER.resolve("index.html"));
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>");
        assertThat(Files.readString(FOLDER.resolve("data.json"))).startsWith("{");
    }
}
