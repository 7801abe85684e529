package dev.medley.servlet.internal.routing;

import dev.medley.servlet.annotation.MashupPath;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The templates of one mashup, in the order in which they are tried. */
public final class PathTemplates {

    private final List<PathTemplate> templates;

    private PathTemplates(List<PathTemplate> templates) {
        this.templates = templates;
    }

    /**
     * Parses the templates of an annotation; without an annotation, each path matches.
     *
     * @throws IllegalArgumentException if one is malformed, or two match the same paths
     */
    public static PathTemplates of(@Nullable MashupPath annotation) {
        List<PathTemplate> templates = new ArrayList<>();
        if (annotation != null) {
            for (String text : annotation.value()) {
                templates.add(parse(text));
            }
            if (templates.isEmpty()) {
                throw new IllegalArgumentException("@MashupPath is empty; expected for example /user/{id}");
            }
            Collections.sort(templates);
        }
        return of(templates);
    }

    /**
     * Takes {@code templates}, in the order in which they are tried.
     *
     * @throws IllegalArgumentException if two match the same paths
     */
    public static PathTemplates of(List<PathTemplate> templates) {
        for (int i = 1; i < templates.size(); i++) {
            if (templates.get(i).equals(templates.get(i - 1))) {
                throw new IllegalArgumentException("'%s' and '%s' in @MashupPath match the same paths"
                        .formatted(templates.get(i - 1), templates.get(i)));
            }
        }
        return new PathTemplates(templates);
    }

    private static PathTemplate parse(String text) {
        try {
            return PathTemplate.parse(text);
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(
                    "invalid template '%s' in @MashupPath: %s".formatted(text, x.getMessage()), x);
        }
    }

    /**
     * Checks that each template can match a path that {@code mappings} give the mashup; if these are known, as Tomcat does not
     * list all.
     *
     * @throws IllegalArgumentException if one cannot
     */
    void checkWithin(Collection<String> mappings) {
        for (PathTemplate template : templates) {
            if (!mappings.isEmpty() && mappings.stream().noneMatch(template::isWithin)) {
                throw new IllegalArgumentException(
                        "no request matches the template '%s' in @MashupPath; expected one within %s, where the mashup is"
                                .formatted(template, String.join(", ", mappings)));
            }
        }
    }

    /** The match of {@code path}, or null if no template matches. */
    @Nullable
    public PathMatch match(String path) {
        if (templates.isEmpty()) {
            return PathMatch.WITHOUT_TEMPLATE;
        }
        String[] segments = PathTemplate.split(path);
        for (PathTemplate template : templates) {
            String[] values = template.match(segments);
            if (values != null) {
                return new PathMatch(template, values);
            }
        }
        return null;
    }

    /** The templates as they were written. */
    public List<String> texts() {
        return templates.stream().map(PathTemplate::toString).toList();
    }
}
