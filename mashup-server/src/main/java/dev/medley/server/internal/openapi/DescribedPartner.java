package dev.medley.server.internal.openapi;

import dev.medley.config.ServerSettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A partner with its document. Immutable.
 *
 * @param api what the document describes
 * @param document the file, as the configuration names it
 * @param address the path of the partner's address, which precedes that of each request
 * @param sentFields header fields that requests may have beside those of the exchange, in lower case
 */
record DescribedPartner(PartnerApi api, String document, PathPattern address, Set<String> sentFields) {

    /** Those of each request, and those by which requests are traced. */
    private static final List<String> ALWAYS =
            List.of("host", "user-agent", "accept-encoding", "content-length", "traceparent", "tracestate");

    static DescribedPartner of(PartnerSettings settings, ServerSettings server, PartnerApi api, String document) {
        Set<String> fields = new HashSet<>(ALWAYS);
        settings.passHeaders().forEach(each -> fields.add(each.toLowerCase(Locale.ROOT)));
        settings.headers().forEach(each -> fields.add(each.name().toLowerCase(Locale.ROOT)));
        if (settings.requestId()) {
            fields.add(server.requestIds().field().toLowerCase(Locale.ROOT));
        }
        if (settings.idempotencyKey()) {
            fields.add("idempotency-key");
        }
        String deadline = settings.deadlineField();
        if (deadline != null) {
            fields.add(deadline.toLowerCase(Locale.ROOT));
        }
        return new DescribedPartner(api, document, PathPattern.ofTemplate(Connecting.basePath(settings)), fields);
    }
}
