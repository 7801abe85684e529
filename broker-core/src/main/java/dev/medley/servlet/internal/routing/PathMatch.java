package dev.medley.servlet.internal.routing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The template that a path matches, with the values of its variables. */
public final class PathMatch {

    /** Of a mashup without templates, which answers each path that it gets. */
    static final PathMatch WITHOUT_TEMPLATE = new PathMatch(null, new String[0]);

    private final @Nullable PathTemplate template;
    private final String[] values;

    PathMatch(@Nullable PathTemplate template, String[] values) {
        this.template = template;
        this.values = values;
    }

    /** The template that the path matches; null if there is none. */
    @Nullable
    public String template() {
        return template == null ? null : template.toString();
    }

    /**
     * The value of the variable {@code name}.
     *
     * @throws IllegalStateException if there is none, the message lists the existing ones
     */
    public String value(String name) {
        if (template == null) {
            throw new IllegalStateException("there is no path variable '" + name
                    + "': the mashup has no template; expected one by @MashupPath(\"/…/{" + name + "}\")");
        }
        List<String> names = template.names();
        int at = names.indexOf(name);
        if (at < 0) {
            throw new IllegalStateException("there is no path variable '%s' in %s; it has %s"
                    .formatted(name, template, names.isEmpty() ? "none" : String.join(", ", names)));
        }
        return values[at];
    }
}
