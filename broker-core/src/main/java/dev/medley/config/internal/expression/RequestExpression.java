package dev.medley.config.internal.expression;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An expression of the configuration on an inbound request whose body has not been read: a condition, or what clients are told
 * apart by. Two of them are equal if their texts are. Thread-safe.
 */
public interface RequestExpression {

    /** The members of {@code $request} that it may ask for. */
    List<String> MEMBERS = List.of("method", "path", "query", "queries", "headers", "caller");

    /**
     * Returns the value, as a value of JSON; null if it has none, or cannot be computed, which the log says. Does not block.
     *
     * @param request gives the value of each member that the expression asks for; null for none
     */
    @Nullable
    Object value(Function<String, @Nullable Object> request);
}
