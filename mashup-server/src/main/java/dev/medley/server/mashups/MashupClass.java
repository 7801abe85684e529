package dev.medley.server.mashups;

import dev.medley.servlet.MashupServlet;
import java.nio.file.Path;
import java.util.List;

/**
 * A mashup that was found in a JAR.
 *
 * @param type its class
 * @param paths the URL patterns of its {@code @WebServlet}, never none
 * @param name the name of its {@code @WebServlet}; the first of the paths unless it has one
 * @param jar the file
 */
public record MashupClass(Class<? extends MashupServlet> type, List<String> paths, String name, Path jar) {

    /** Takes a copy of the paths. */
    public MashupClass {
        paths = List.copyOf(paths);
    }

    /** How messages name it: file and class. */
    String label() {
        return jar + ": " + type.getName();
    }
}
