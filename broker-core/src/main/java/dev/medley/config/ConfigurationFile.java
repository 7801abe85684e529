package dev.medley.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Gets the text out of a configuration file. */
final class ConfigurationFile {

    private ConfigurationFile() {}

    /**
     * The text of a file.
     *
     * @throws ConfigurationException if there is no such file, or no text in it
     */
    static String read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw problem(file, 0, "is a directory; expected a YAML file");
            }
            return decode(file, Files.readAllBytes(file));
        } catch (NoSuchFileException x) {
            throw problem(file, 0, "there is no such file; expected a YAML file");
        } catch (AccessDeniedException x) {
            throw problem(file, 0, "may not be read; expected a file that this user may read");
        } catch (IOException x) {
            throw problem(file, 0, "cannot be read; " + x);
        }
    }

    private static String decode(Path file, byte[] bytes) {
        CharBuffer text = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes), text, true);
        text.flip();
        if (result.isError()) {
            int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
            throw problem(file, line, "is not UTF-8; expected a file in that encoding");
        }
        return text.toString();
    }

    private static ConfigurationException problem(Path file, int line, String text) {
        return new ConfigurationException(
                List.of(Origin.file(file.toString(), line).label(Key.ROOT) + ": " + text));
    }
}
