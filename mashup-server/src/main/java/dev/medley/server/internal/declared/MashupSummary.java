package dev.medley.server.internal.declared;

import dev.medley.server.internal.declared.plan.MashupEstimate;
import java.util.List;

/**
 * A declared mashup in short.
 *
 * @param path its template
 * @param methods that it answers
 * @param estimate its worst-case partner calls
 */
public record MashupSummary(String path, List<String> methods, MashupEstimate estimate) {

    /** Takes a copy. */
    public MashupSummary {
        methods = List.copyOf(methods);
    }
}
