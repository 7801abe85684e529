package dev.medley.stubs.internal.endpoint;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jetty.util.Fields;

/**
 * The query of one request. Code that reads a parameter names it, and a name that is never read is refused: a misspelt
 * {@code delay} would otherwise spoil a measurement in silence. Not thread-safe.
 */
public final class Parameters {

    private final Fields query;
    private final Set<String> read = new TreeSet<>();

    /** Creates the parameters of a decoded query, none of which counts as read yet. */
    public Parameters(Fields query) {
        this.query = query;
    }

    /** The parameter {@code name} as a whole number, or {@code fallback} if it is not there. */
    public long number(String name, long fallback, long least, long most, String unit) {
        List<String> values = values(name);
        return values.isEmpty() ? fallback : number(name, values.get(0), least, most, unit);
    }

    /** The parameter {@code name} as text; empty if it is not there. */
    String text(String name) {
        List<String> values = values(name);
        return values.isEmpty() ? "" : values.get(0);
    }

    private List<String> values(String name) {
        read.add(name);
        List<String> values = query.getValuesOrEmpty(name);
        if (values.size() > 1) {
            throw RejectedRequestException.badRequest(name + " must be given once, not " + values.size() + " times");
        }
        return values;
    }

    /** Throws RejectedRequestException if a parameter was not read; to be called after the last one is. */
    public void requireNothingElse() {
        Set<String> unknown = new HashSet<>(query.getNames());
        unknown.removeAll(read);
        if (!unknown.isEmpty()) {
            throw RejectedRequestException.badRequest(
                    "the parameters allowed are %s, not %s".formatted(read, new TreeSet<>(unknown)));
        }
    }

    static long number(String what, String value, long least, long most, String unit) {
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
            throw notWithin(what, value, least, most, unit);
        } catch (NumberFormatException x) {
            throw notWithin(what, value, least, most, unit);
        }
    }

    private static RejectedRequestException notWithin(String what, String value, long least, long most, String unit) {
        String kind = unit.isEmpty() ? "a whole number" : "a whole number of " + unit;
        return RejectedRequestException.badRequest(
                "%s must be %s from %d to %d, not '%s'".formatted(what, kind, least, most, value));
    }
}
