package dev.medley.server;

import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;

/** Reads what {@code @WebServlet} says of a mashup. */
final class MashupPaths {

    private MashupPaths() {}

    /**
     * The paths of a mashup.
     *
     * @throws IllegalArgumentException if it is not annotated, or with no path
     */
    static List<String> of(Class<? extends MashupServlet> mashup) {
        WebServlet annotation = mashup.getAnnotation(WebServlet.class);
        if (annotation == null) {
            throw new IllegalArgumentException(
                    mashup.getName() + " has no @WebServlet that says its path, such as @WebServlet(\"/trip\")");
        }
        String[] paths = annotation.value().length > 0 ? annotation.value() : annotation.urlPatterns();
        if (paths.length == 0) {
            throw new IllegalArgumentException(
                    mashup.getName() + ": its @WebServlet says no path, such as @WebServlet(\"/trip\")");
        }
        return List.of(paths);
    }

    /** The name of a mashup in metrics and logs. */
    static String nameOf(Class<? extends MashupServlet> mashup) {
        WebServlet annotation = mashup.getAnnotation(WebServlet.class);
        return annotation == null || annotation.name().isEmpty() ? of(mashup).get(0) : annotation.name();
    }
}
