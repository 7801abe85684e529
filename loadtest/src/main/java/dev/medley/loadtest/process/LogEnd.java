package dev.medley.loadtest.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a log, to show when something went wrong. */
public final class LogEnd {

    private LogEnd() {}

    /** Returns the last lines of a file, {@code most} at most; bytes that are not UTF-8 are replaced. */
    public static List<String> of(Path log, int most) throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return lines.subList(Math.max(0, lines.size() - most), lines.size());
    }
}
