package dev.medley.loadtest.experiment.peers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The file of all windows that were measured into a folder, a line of JSON each, by one run or more. */
final class WindowFile {

    static final String NAME = "windows.jsonl";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private final Path file;

    private WindowFile(Path file) {
        this.file = file;
    }

    static WindowFile in(Path folder) {
        return new WindowFile(folder.resolve(NAME));
    }

    /** Adds windows behind those that are there. */
    void append(List<PeerWindow> windows) throws IOException {
        List<String> lines = windows.stream().map(JSON::writeValueAsString).toList();
        Files.write(file, lines, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /**
     * All windows; none if there is no file.
     *
     * @throws IOException if a line is not a window; the message has file and line
     */
    List<PeerWindow> read() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<PeerWindow> windows = new ArrayList<>();
        int line = 0;
        for (String text : Files.readAllLines(file)) {
            line++;
            try {
                windows.add(JSON.readValue(text, PeerWindow.class));
            } catch (JacksonException x) {
                throw new IOException(
                        "%s, line %d: not a window of this experiment (%s); remove it, or name another folder by --out"
                                .formatted(file, line, x.getOriginalMessage()),
                        x);
            }
        }
        return windows;
    }
}
