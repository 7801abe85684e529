package dev.medley.loadtest.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a report as files: {@code index.html}, to be read, and {@code data.json}, with every number. */
public final class ReportFolder {

    static final String PAGE = "index.html";
    static final String NUMBERS = "data.json";

    private ReportFolder() {}

    /**
     * Writes both files, over those of an earlier report.
     *
     * @param folder where to; made if it is not there
     * @return the path of the page
     * @throws IOException if they cannot be written
     */
    public static Path write(Report report, Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(NUMBERS), JsonReport.of(report));
        return Files.writeString(folder.resolve(PAGE), HtmlReport.of(report));
    }
}
