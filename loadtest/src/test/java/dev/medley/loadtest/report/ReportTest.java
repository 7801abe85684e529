package dev.medley.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReportTest {

    /** Kept after the test, for inspection. */
    private static final Path FOLDER = Path.of("target", "report-example");

    @Test
    void writesAPageAndItsNumbers() throws IOException {
        Path page = ExampleReport.build().writeTo(FOLDER);

        assertThat(page).isEqualTo(FOLDER.resolve("index.html"));
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>");
        assertThat(Files.readString(FOLDER.resolve("data.json"))).startsWith("{");
    }
}
