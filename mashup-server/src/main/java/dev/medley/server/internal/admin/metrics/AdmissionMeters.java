package dev.medley.server.internal.admin.metrics;

import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.limit.Priority;
import dev.medley.servlet.internal.admission.InboundAdmission;
import dev.medley.servlet.internal.admission.Refusal;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The admission of inbound requests, and the exchanges that left a partner's queue. */
final class AdmissionMeters {

    private AdmissionMeters() {}

    static void register(InboundAdmission admission, MeterRegistry registry) {
        if (admission.isLimited()) {
            gauge("medley.admission.limit", "Limit on admitted requests", admission, InboundAdmission::limit, registry);
            gauge("medley.admission.used", "Admitted requests", admission, InboundAdmission::used, registry);
            gauge(
                    "medley.admission.queued",
                    "Requests that wait for admission",
                    admission,
                    InboundAdmission::queued,
                    registry);
            for (Refusal reason : Refusal.values()) {
                if (reason != Refusal.BULKHEAD) {
                    ofRefusal(admission, reason, registry);
                }
            }
        }
    }

    /** Registers the counters of a partner's queue, and returns them. */
    static List<Meter> ofQueue(Partner partner, MeterRegistry registry) {
        return List.of(
                dropped(
                        partner,
                        "queue age",
                        p -> p.admission().limiter().totals().tooOld(),
                        registry),
                dropped(
                        partner,
                        "displaced",
                        p -> p.admission().limiter().totals().displaced(),
                        registry));
    }

    private static void ofRefusal(InboundAdmission admission, Refusal reason, MeterRegistry registry) {
        for (Priority priority : Priority.values()) {
            FunctionCounter.builder("medley.admission.refused", admission, each -> each.refused(reason, priority))
                    .description("Inbound requests that were not admitted")
                    .tags("reason", reason.label(), "priority", priority.configured())
                    .register(registry);
        }
    }

    private static void gauge(
            String name,
            String description,
            InboundAdmission admission,
            ToDoubleFunction<InboundAdmission> value,
            MeterRegistry registry) {
        Gauge.builder(name, admission, value).description(description).register(registry);
    }

    private static Meter dropped(
            Partner partner, String reason, ToDoubleFunction<Partner> value, MeterRegistry registry) {
        return FunctionCounter.builder("medley.queue.dropped", partner, value)
                .description("Exchanges that left the queue and were not admitted")
                .tags("partner", partner.name(), "reason", reason)
                .register(registry);
    }
}
