package dev.medley.server.internal.edge;

import dev.medley.config.ServerSettings;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the edge between two reloads. Immutable.
 *
 * @param crossOrigin the rules for pages of other origins; null for none
 */
record EdgeRules(@Nullable CrossOrigin crossOrigin) {

    static EdgeRules of(ServerSettings settings) {
        return new EdgeRules(CrossOrigin.of(settings.cors()));
    }

    /** Returns whether there are none, so that requests pass as if there were no edge. */
    boolean areNone() {
        return crossOrigin == null;
    }

    /** Adds the fields that any reply to {@code request} has. */
    void addTo(HttpFields.Mutable reply, HttpFields request, boolean preflight) {
        if (crossOrigin != null) {
            crossOrigin.addTo(reply, request, preflight);
        }
    }
}
