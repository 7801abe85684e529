package dev.medley.server.internal.admin.page;

import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.admission.Bulkhead;
import dev.medley.servlet.internal.admission.InboundAdmission;
import dev.medley.servlet.internal.admission.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The limit on inbound requests, in the document of {@code /status}. */
record AdmissionPart(int limit, int used, int queued, Map<String, Long> refused) {

    /** Returns null if there is no limit. */
    static @Nullable AdmissionPart of(InboundAdmission admission) {
        return admission.isLimited()
                ? new AdmissionPart(admission.limit(), admission.used(), admission.queued(), refused(admission))
                : null;
    }

    private static Map<String, Long> refused(InboundAdmission admission) {
        Map<String, Long> refused = new LinkedHashMap<>();
        for (Refusal reason : Refusal.values()) {
            if (reason != Refusal.BULKHEAD) {
                refused.put(
                        reason.label(),
                        Stream.of(Priority.values())
                                .mapToLong(priority -> admission.refused(reason, priority))
                                .sum());
            }
        }
        return refused;
    }

    /** The limit on requests for one mashup. */
    record BulkheadPart(int max, int used, long refused) {

        static Map<String, BulkheadPart> of(List<Bulkhead> bulkheads) {
            Map<String, BulkheadPart> parts = new LinkedHashMap<>();
            for (Bulkhead each : bulkheads) {
                parts.put(each.mashup(), new BulkheadPart(each.max(), each.used(), each.refused()));
            }
            return parts;
        }
    }
}
