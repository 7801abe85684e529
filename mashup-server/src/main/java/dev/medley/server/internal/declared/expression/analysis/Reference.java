package dev.medley.server.internal.declared.expression.analysis;

import java.util.List;

/**
 * A place of an expression that refers to a variable of the caller, such as {@code $request.query.city}. What a literal or a
 * comment says is none.
 *
 * @param variable its name, without {@code $}
 * @param steps the members that follow it, each of the one before, however their names are written; anything else ends them
 */
public record Reference(String variable, List<Step> steps) {

    /** Copies the list. */
    public Reference {
        steps = List.copyOf(steps);
    }

    /**
     * A member, by its name.
     *
     * @param name the name, without backticks or quotation marks
     * @param position the offset in the text of the expression
     */
    public record Step(String name, int position) {}
}
