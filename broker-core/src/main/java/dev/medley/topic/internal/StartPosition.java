package dev.medley.topic.internal;

import dev.medley.topic.Position;
import org.jspecify.annotations.Nullable;

/**
 * Where a subscription begins. Immutable.
 *
 * @param kind what {@code after} says
 * @param after the position that it begins behind; null but for {@link Kind#AFTER}
 */
public record StartPosition(Kind kind, @Nullable Position after) {

    /** What is published from now on. */
    public static final StartPosition NOW = new StartPosition(Kind.NOW, null);

    /** All that the log has. */
    public static final StartPosition EARLIEST = new StartPosition(Kind.EARLIEST, null);

    /** All that the log has, and a gap before it: what the client has got is not known any more. */
    public static final StartPosition FORGOTTEN = new StartPosition(Kind.FORGOTTEN, null);

    /** The kinds. */
    public enum Kind {
        /** As {@link StartPosition#NOW}. */
        NOW,
        /** As {@link StartPosition#EARLIEST}. */
        EARLIEST,
        /** As {@link StartPosition#FORGOTTEN}. */
        FORGOTTEN,
        /** Behind a position. */
        AFTER
    }

    /** Behind {@code position}; one of another epoch is a gap before all that the log has. */
    public static StartPosition after(Position position) {
        return new StartPosition(Kind.AFTER, position);
    }
}
