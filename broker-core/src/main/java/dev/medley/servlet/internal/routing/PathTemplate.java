package dev.medley.servlet.internal.routing;

import dev.medley.servlet.annotation.MashupPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One template of {@link MashupPath}: segments, each a literal or a variable; the last one may stand for the rest of a path. */
public final class PathTemplate implements Comparable<PathTemplate> {

    /** A variable; its group is the name. */
    public static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z_][A-Za-z0-9_-]*)}");

    /** Characters that no literal has: those of variables, patterns, queries, and of an encoded path. */
    private static final Pattern NOT_LITERAL = Pattern.compile("[{}*?#;%\\\\\\p{Cntrl}]");

    private static final String WILDCARD = "/*";
    private static final String REST = "*";

    private final String text;
    private final String[] segments;
    private final List<String> names;
    /** The number of segments, without that which stands for the rest. */
    private final int fixed;

    private PathTemplate(String text, String[] segments, List<String> names) {
        this.text = text;
        this.segments = segments;
        this.names = List.copyOf(names);
        fixed = segments[segments.length - 1].equals(REST) ? segments.length - 1 : segments.length;
    }

    /**
     * Parses {@code text}.
     *
     * @throws IllegalArgumentException if it is not a template; the message has the reason, without the template
     */
    public static PathTemplate parse(String text) {
        if (!text.startsWith("/")) {
            throw new IllegalArgumentException("it does not begin with /");
        }
        String[] segments = split(text);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < segments.length; i++) {
            String segment = segments[i];
            boolean rest = i == segments.length - 1 && segment.equals(REST);
            if (rest || VARIABLE.matcher(segment).matches()) {
                String name = rest ? MashupPath.REST : nameOf(segment);
                if (names.contains(name)) {
                    throw new IllegalArgumentException("the variable " + name + " is in it twice");
                }
                names.add(name);
            } else {
                checkLiteral(segment, i == segments.length - 1);
            }
        }
        return new PathTemplate(text, segments, names);
    }

    private static void checkLiteral(String segment, boolean last) {
        if (segment.indexOf('{') >= 0 || segment.indexOf('}') >= 0) {
            throw new IllegalArgumentException("the segment '" + segment
                    + "' is not a variable; expected a whole segment, of letters, digits, _ and -, such as {id}");
        }
        if (segment.isEmpty() && !last) {
            throw new IllegalArgumentException("a segment is empty");
        }
        if (isDots(segment) || NOT_LITERAL.matcher(segment).find()) {
            throw new IllegalArgumentException("the segment '" + segment
                    + "' matches no path; expected it decoded, without any of * ? # ; % and neither . nor ..");
        }
    }

    /** The segments of a path; the last one is empty if a slash is at the end. */
    public static String[] split(String path) {
        return path.substring(path.startsWith("/") ? 1 : 0).split("/", -1);
    }

    /** The values of the variables if this template matches {@code path}, else null. */
    public String @Nullable [] match(String[] path) {
        if (isOfRest() ? path.length < fixed : path.length != fixed) {
            return null;
        }
        String[] values = new String[names.size()];
        int variable = 0;
        for (int i = 0; i < fixed; i++) {
            if (!isVariable(segments[i])) {
                if (!segments[i].equals(path[i])) {
                    return null;
                }
            } else if (path[i].isEmpty() || isDots(path[i])) {
                return null;
            } else {
                values[variable++] = path[i];
            }
        }
        if (!isOfRest()) {
            return values;
        }
        for (int i = fixed; i < path.length; i++) {
            if (isDots(path[i]) || (path[i].isEmpty() && i < path.length - 1)) {
                return null;
            }
        }
        values[variable] = String.join("/", Arrays.asList(path).subList(fixed, path.length));
        return values;
    }

    private boolean isOfRest() {
        return fixed < segments.length;
    }

    /** The names of the variables, from left to right. */
    public List<String> names() {
        return names;
    }

    /** Returns whether a path can match both this template and {@code mapping}, a URL pattern of a servlet. */
    public boolean isWithin(String mapping) {
        if (mapping.equals("/") || mapping.equals(WILDCARD)) {
            return true;
        }
        if (mapping.startsWith("*.")) {
            String last = segments[segments.length - 1];
            return isOfRest() || isVariable(last) || last.endsWith(mapping.substring(1));
        }
        if (mapping.endsWith(WILDCARD)) {
            String[] prefix = split(mapping.substring(0, mapping.length() - WILDCARD.length()));
            return (isOfRest() || prefix.length <= fixed) && beginsLike(prefix);
        }
        String[] exact = split(mapping);
        return (isOfRest() ? exact.length >= fixed : exact.length == fixed) && beginsLike(exact);
    }

    /** Returns the URL pattern of a servlet that gets each path which matches this template. */
    public String mapping() {
        StringBuilder prefix = new StringBuilder();
        for (String segment : segments) {
            if (isVariable(segment) || segment.equals(REST)) {
                return prefix + WILDCARD;
            }
            prefix.append('/').append(segment);
        }
        return prefix.toString();
    }

    /** Returns the segments, without the names of variables: those of two are equal if the same paths match. */
    String shape() {
        StringBuilder shape = new StringBuilder();
        for (String segment : segments) {
            shape.append('/').append(isVariable(segment) ? "{}" : segment);
        }
        return shape.toString();
    }

    private boolean beginsLike(String[] other) {
        for (int i = 0; i < Math.min(other.length, fixed); i++) {
            boolean like = isVariable(segments[i]) ? !other[i].isEmpty() : segments[i].equals(other[i]);
            if (!like) {
                return false;
            }
        }
        return true;
    }

    /**
     * Templates that are tried first are less: literals come before variables, and these before the rest of a path. Zero if both
     * match the same paths.
     */
    @Override
    public int compareTo(PathTemplate other) {
        int difference = Boolean.compare(isOfRest(), other.isOfRest());
        if (difference == 0 && !isOfRest()) {
            difference = Integer.compare(fixed, other.fixed);
        }
        for (int i = 0; difference == 0 && i < Math.min(fixed, other.fixed); i++) {
            boolean variable = isVariable(segments[i]);
            difference = Boolean.compare(variable, isVariable(other.segments[i]));
            if (difference == 0 && !variable) {
                difference = segments[i].compareTo(other.segments[i]);
            }
        }
        return difference == 0 ? Integer.compare(other.fixed, fixed) : difference;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof PathTemplate that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return segments.length;
    }

    @Override
    public String toString() {
        return text;
    }

    private static boolean isVariable(String segment) {
        return segment.startsWith("{");
    }

    private static String nameOf(String variable) {
        return variable.substring(1, variable.length() - 1);
    }

    private static boolean isDots(String segment) {
        return segment.equals(".") || segment.equals("..");
    }
}
