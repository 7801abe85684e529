package dev.medley.topic;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of a message in the log of its topic. Positions of one epoch are ordered by their offsets; those of different epochs
 * cannot be compared. Immutable.
 *
 * @param epoch the life of the log: another one after each start of the server; 1 to 32 lower-case letters and digits
 * @param offset 1 for the first message of the epoch, one more for each further one; 0 for the place before all
 */
public record Position(String epoch, long offset) {

    private static final Pattern TEXT = Pattern.compile("([a-z0-9]{1,32}):(0|[1-9][0-9]{0,17})");

    /** Checks both. */
    public Position {
        if (!TEXT.matcher(epoch + ":" + offset).matches()) {
            throw new IllegalArgumentException("not a position: " + epoch + ":" + offset);
        }
    }

    /**
     * Parses {@code epoch:offset}.
     *
     * @throws IllegalArgumentException if {@code text} is not a position
     */
    public static Position parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a position: expected epoch:offset, such as k3f9x2:42");
        }
        return new Position(matcher.group(1), Long.parseLong(matcher.group(2)));
    }

    /** Returns {@code epoch:offset}. */
    @Override
    public String toString() {
        return epoch + ":" + offset;
    }
}
