package dev.medley.server.internal.mashups;

import dev.medley.servlet.MashupServlet;
import java.nio.file.Path;

/**
 * A mashup of a JAR.
 *
 * @param type its class
 * @param mapping its name and paths
 * @param jar the file
 */
public record MashupClass(Class<? extends MashupServlet> type, ServletMapping mapping, Path jar) {

    /** Returns its name in messages: file and class. */
    String label() {
        return jar + ": " + type.getName();
    }
}
