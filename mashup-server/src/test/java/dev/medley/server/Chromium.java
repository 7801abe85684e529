package dev.medley.server;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Chromium without a window, if one is installed: it shows what a page has become once its scripts have run. */
final class Chromium {

    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final int PATIENCE_SECONDS = 60;

    private final Path program;
    private final Path folder;

    private Chromium(Path program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /** Returns the Chromium of {@code PATH}, with its files in {@code folder}; without one the test is skipped. */
    static Chromium find(Path folder) {
        for (String directory : System.getenv("PATH").split(File.pathSeparator, -1)) {
            for (String name : NAMES) {
                Path program = Path.of(directory, name);
                if (Files.isExecutable(program)) {
                    return new Chromium(program, folder);
                }
            }
        }
        return abort("skipped: there is no " + String.join(", ", NAMES) + " in PATH");
    }

    /** Returns the document at {@code page} when its scripts, and what they fetch, have come to their end. */
    String open(URI page) throws IOException, InterruptedException {
        Path document = folder.resolve("document.html");
        Process browser = new ProcessBuilder(command("--virtual-time-budget=10000", "--dump-dom", page.toString()))
                .redirectOutput(document.toFile())
                .redirectError(folder.resolve("browser.log").toFile())
                .start();
        if (!browser.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly().waitFor();
            throw new AssertionError("Chromium has not ended; see " + folder.resolve("browser.log"));
        }
        return Files.readString(document);
    }

    /** Returns the command that starts it, with further arguments. */
    List<String> command(String... more) {
        return Stream.concat(
                        Stream.of(
                                program.toString(),
                                "--headless",
                                "--no-sandbox",
                                "--disable-gpu",
                                "--disable-dev-shm-usage",
                                "--disable-background-networking",
                                "--no-first-run",
                                "--user-data-dir=" + folder.resolve("profile")),
                        Stream.of(more))
                .toList();
    }
}
