package dev.medley.server.internal.edge;

import dev.medley.config.EdgeSettings;
import dev.medley.setting.internal.ReplyHeader;
import java.util.List;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/**
 * The rules of the edge between two reloads. Immutable.
 *
 * @param crossOrigin the rules for pages of other origins; null for none
 * @param addresses of clients whose requests are answered; null for all
 * @param replyHeaders fields that each reply has
 */
record EdgeRules(
        @Nullable CrossOrigin crossOrigin, @Nullable ClientAddresses addresses, List<HttpField> replyHeaders) {

    /** Takes a copy. */
    EdgeRules {
        replyHeaders = List.copyOf(replyHeaders);
    }

    static EdgeRules of(EdgeSettings settings) {
        return new EdgeRules(
                CrossOrigin.of(settings.cors()),
                ClientAddresses.of(settings.addresses()),
                settings.replyHeaders().stream()
                        .map(ReplyHeader::parse)
                        .map(each -> new HttpField(each.name(), each.value()))
                        .toList());
    }

    /** Returns whether there are none, so that requests pass as if there were no edge. */
    boolean areNone() {
        return !addFields() && addresses == null;
    }

    /** Returns whether replies have fields of the edge. */
    boolean addFields() {
        return crossOrigin != null || !replyHeaders.isEmpty();
    }

    /** Adds the fields that any reply to {@code request} has. */
    void addTo(HttpFields.Mutable reply, HttpFields request, boolean preflight) {
        for (HttpField field : replyHeaders) {
            if (!reply.contains(field.getName())) {
                reply.add(field);
            }
        }
        if (crossOrigin != null) {
            crossOrigin.addTo(reply, request, preflight);
        }
    }
}
