package dev.medley.server.internal.declared;

import dev.medley.server.internal.declared.plan.MashupEstimate;
import java.util.List;

/**
 * A declared mashup in short.
 *
 * @param path its template
 * @param methods that it answers
 * @param partners that it names; others may be chosen by its expressions
 * @param estimate its worst-case partner calls
 */
public record MashupSummary(String path, List<String> methods, List<String> partners, MashupEstimate estimate) {

    /** Takes copies. */
    public MashupSummary {
        methods = List.copyOf(methods);
        partners = List.copyOf(partners);
    }
}
