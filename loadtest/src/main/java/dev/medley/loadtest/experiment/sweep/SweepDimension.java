package dev.medley.loadtest.experiment.sweep;

import dev.medley.loadtest.report.section.Axis;
import java.util.List;

/** A quantity that the sweep varies, while the others keep the values of a base. The names are those that users type. */
@SuppressWarnings("EffectivelyPrivate") // Picocli reads the constants.
public enum SweepDimension {
    calls("exchanges per mashup"),
    body("response body, KiB"),
    users("mashups in flight"),
    rate("arrivals per second");

    private static final SweepPoint COMMON = new SweepPoint(3, 1024, 10, 200);

    /** Few arrivals: 20 mashups of three MiB a second are 60 MiB/s in and as much out. */
    private static final SweepPoint OF_BODIES = new SweepPoint(3, 1024, 1, 20);

    private static final int KIB = 1024;

    private final String label;

    SweepDimension(String label) {
        this.label = label;
    }

    List<Integer> levels(boolean quick) {
        return switch (this) {
            case calls -> quick ? List.of(1, 8) : List.of(1, 2, 3, 4, 6, 8);
            case body -> quick ? List.of(1, 256) : List.of(1, 4, 16, 64, 256, 1024);
            case users -> quick ? List.of(10, 100) : List.of(10, 100, 500, 1000, 1667, 2800);
            case rate -> quick ? List.of(50, 200) : List.of(50, 100, 200, 500, 1000);
        };
    }

    SweepPoint point(int level) {
        return switch (this) {
            case calls -> COMMON.withCalls(level);
            case body -> OF_BODIES.withBody(level * KIB);
            case users -> COMMON.withUsers(level);
            case rate -> COMMON.withRate(level);
        };
    }

    String label() {
        return label;
    }

    Axis axis() {
        Axis axis = Axis.of(label, "");
        return this == calls ? axis : axis.logarithmic();
    }

    /** The quantities that stay, in words. */
    String kept() {
        return switch (this) {
            case calls ->
                "%d mashups in flight, %d arrivals/s, bodies of 1 KiB".formatted(COMMON.users(), COMMON.rate());
            case body ->
                "C=%d, %d mashup in flight, %d arrivals/s"
                        .formatted(OF_BODIES.calls(), OF_BODIES.users(), OF_BODIES.rate());
            case users -> "C=%d, %d arrivals/s, bodies of 1 KiB".formatted(COMMON.calls(), COMMON.rate());
            case rate -> "C=%d, %d mashups in flight, bodies of 1 KiB".formatted(COMMON.calls(), COMMON.users());
        };
    }
}
