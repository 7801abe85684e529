package dev.medley.server.mashups;

import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The values of a mashup's {@code @WebServlet}.
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
     * @throws IllegalArgumentException if it is missing, or has no path or an invalid one; the message names the class
     */
    public static ServletMapping of(Class<? extends MashupServlet> mashup) {
        WebServlet annotation = mashup.getAnnotation(WebServlet.class);
        if (annotation == null) {
            throw new IllegalArgumentException(
                    mashup.getName() + ": no @WebServlet; expected one with a path" + EXAMPLE);
        }
        List<String> paths = Stream.of(annotation.value(), annotation.urlPatterns())
                .flatMap(Stream::of)
                .distinct()
                .toList();
        if (paths.isEmpty()) {
            throw new IllegalArgumentException(
                    mashup.getName() + ": @WebServlet without a path; expected one" + EXAMPLE);
        }
        for (String path : paths) {
            if (!path.isEmpty() && !path.startsWith("/") && !path.startsWith("*.")) {
                throw new IllegalArgumentException(
                        "%s: invalid path '%s' in @WebServlet; expected one that begins with /%s"
                                .formatted(mashup.getName(), path, EXAMPLE));
            }
        }
        return new ServletMapping(annotation.name().isEmpty() ? paths.get(0) : annotation.name(), paths);
    }
}
