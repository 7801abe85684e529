package dev.medley.server.internal.admin.metrics;

import dev.medley.server.internal.tls.TlsState;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The time that the certificates of the connectors have left. The files stay the same, the certificates in them do not. */
final class CertificateGauges {

    private static final double SECONDS_PER_DAY = TimeUnit.DAYS.toSeconds(1);

    private CertificateGauges() {}

    static void register(Supplier<Map<String, TlsState>> tls, MeterRegistry registry) {
        tls.get().forEach((connector, state) -> {
            for (int i = 0; i < state.certificates().size(); i++) {
                int position = i;
                Gauge.builder("medley.tls.certificate.left", () -> secondsLeft(tls.get(), connector, position))
                        .description("Time until the certificate expires, negative once it has")
                        .baseUnit("seconds")
                        .tags(
                                "connector",
                                connector,
                                "file",
                                state.certificates().get(i).file())
                        .register(registry);
            }
        });
    }

    private static double secondsLeft(Map<String, TlsState> tls, String connector, int position) {
        TlsState state = tls.get(connector);
        // A reload may have left fewer certificates.
        return state == null || position >= state.certificates().size()
                ? Double.NaN
                : state.certificates().get(position).daysLeft(Instant.now()) * SECONDS_PER_DAY;
    }
}
