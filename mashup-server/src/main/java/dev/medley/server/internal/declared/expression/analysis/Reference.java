package dev.medley.server.internal.declared.expression.analysis;

import java.util.List;

/**
 * A place of an expression that refers to a variable of the caller, such as {@code $request.query.city}. Text in a literal
 * or a comment does not.
 *
 * @param variable its name, without {@code $}
 * @param steps the names of the members that follow, each a member of the one before; anything else ends them
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
