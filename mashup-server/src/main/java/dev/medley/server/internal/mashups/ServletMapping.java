package dev.medley.server.internal.mashups;

import dev.medley.servlet.MashupServlet;
import dev.medley.servlet.internal.routing.MashupDescription;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;

/**
 * The values of a mashup's {@code @WebServlet}, which it must have in a server.
 *
 * @param name of the mashup in metrics and logs; the first path if the annotation has none
 * @param paths the URL patterns, at least one
 */
public record ServletMapping(String name, List<String> paths) {

    private static final String EXAMPLE = ", such as @WebServlet(\"/trip\")";

    /** Copies the paths. */
    public ServletMapping {
        paths = List.copyOf(paths);
    }

    /**
     * Reads the annotation of {@code mashup}.
     *
     * @throws IllegalArgumentException if it is missing, or has no path, or an annotation is invalid; the message names the
     *     class
     */
    public static ServletMapping of(Class<? extends MashupServlet> mashup) {
        if (!mashup.isAnnotationPresent(WebServlet.class)) {
            throw new IllegalArgumentException(
                    mashup.getName() + ": no @WebServlet; expected one with a path" + EXAMPLE);
        }
        MashupDescription description = MashupDescription.of(mashup);
        if (description.paths().isEmpty()) {
            throw new IllegalArgumentException(
                    mashup.getName() + ": @WebServlet without a path; expected one" + EXAMPLE);
        }
        return new ServletMapping(description.name(), description.paths());
    }
}
