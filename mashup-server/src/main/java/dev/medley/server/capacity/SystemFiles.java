package dev.medley.server.capacity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The files by which Linux tells of itself. One that is missing or not to be read has no lines: other systems have none
 * of them.
 *
 * @param root where the paths begin
 */
record SystemFiles(Path root) {

    List<String> lines(String path) {
        try {
            return Files.readAllLines(root.resolve(path));
        } catch (IOException x) {
            return List.of();
        }
    }

    /** The number that is all there is in a file. */
    OptionalLong number(String path) {
        return lines(path).stream().findFirst().map(SystemFiles::parse).orElseGet(OptionalLong::empty);
    }

    /** A number; empty if {@code text} is none. */
    static OptionalLong parse(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text.strip()));
        } catch (NumberFormatException x) {
            return OptionalLong.empty();
        }
    }
}
