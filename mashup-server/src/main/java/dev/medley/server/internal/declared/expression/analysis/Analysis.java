package dev.medley.server.internal.declared.expression.analysis;

import dev.medley.server.internal.declared.expression.function.Rewriting;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an expression uses.
 *
 * @param variables those of the caller, each with its parts that are read
 * @param references the places that refer to these variables, in their order
 * @param functions the names of the library's functions
 * @param light true if the cost of an evaluation follows the size of its data closely
 * @param rewriting the changes that the library needs
 */
public record Analysis(
        Map<String, Paths> variables,
        List<Reference> references,
        Set<String> functions,
        boolean light,
        Rewriting rewriting) {}
