package dev.medley.server.internal.admin.metrics;

import dev.medley.servlet.internal.inbound.RefusedBy;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** The meters of inbound requests, registered at the first reply with a status, of a mashup or without one. Thread-safe. */
final class RequestMeters {

    private static final RequestPhase[] PHASES = RequestPhase.values();

    private final MeterRegistry registry;
    private final Map<String, OfMashup> mashups = new ConcurrentHashMap<>();

    RequestMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    void record(RequestSummary replied) {
        OfMashup meters = mashups.get(replied.mashup());
        if (meters == null) {
            meters = mashups.computeIfAbsent(replied.mashup(), OfMashup::new);
        }
        meters.record(replied);
    }

    private final class OfMashup {

        /** The first number beyond the statuses of HTTP; replies with another number are counted under it. */
        private static final int NO_STATUS = 600;

        private final String mashup;
        private final AtomicReferenceArray<Timer> byStatus = new AtomicReferenceArray<>(NO_STATUS + 1);
        private final Map<RequestPhase, Timer> byPhase = new ConcurrentHashMap<>();
        /** Made once, and not for each record. */
        private final Function<RequestPhase, Timer> timers = this::timer;

        private final Counter gone;
        private final Map<RefusedBy, Counter> refused = new ConcurrentHashMap<>();

        OfMashup(String mashup) {
            this.mashup = mashup;
            gone = Counter.builder("medley.requests.client.gone")
                    .description("Inbound requests whose client left before the end of the reply")
                    .tags("mashup", mashup)
                    .register(registry);
        }

        void record(RequestSummary replied) {
            int status = replied.status() < 0 || replied.status() > NO_STATUS ? NO_STATUS : replied.status();
            Timer timer = byStatus.get(status);
            if (timer == null) {
                timer = timer(status);
                byStatus.set(status, timer);
            }
            timer.record(replied.serviceNanos(), TimeUnit.NANOSECONDS);
            RequestPhases phases = replied.phases();
            if (phases != null) {
                record(phases);
            }
            if (replied.clientGone()) {
                gone.increment();
            }
            if (replied.refusedBy() != null) {
                refused.computeIfAbsent(replied.refusedBy(), this::refused).increment();
            }
        }

        private void record(RequestPhases phases) {
            for (RequestPhase phase : PHASES) {
                long nanos = phases.nanos(phase);
                if (nanos > 0) {
                    byPhase.computeIfAbsent(phase, timers).record(nanos, TimeUnit.NANOSECONDS);
                }
            }
        }

        private Timer timer(RequestPhase phase) {
            return Buckets.coarse("medley.request.phase", "Time of inbound requests by phase, of those that had it")
                    .tags("mashup", mashup, "phase", phase.label())
                    .register(registry);
        }

        private Counter refused(RefusedBy by) {
            return Counter.builder("medley.requests.refused")
                    .description("Inbound requests that were refused before a mashup was composed")
                    .tags("mashup", mashup, "by", by.label())
                    .register(registry);
        }

        /** Returns the registry's timer for these tags, always the same one. */
        private Timer timer(int status) {
            return Buckets.timer("medley.requests", "Inbound requests that have been answered, by status")
                    .tags("mashup", mashup, "status", Integer.toString(status))
                    .register(registry);
        }
    }
}
