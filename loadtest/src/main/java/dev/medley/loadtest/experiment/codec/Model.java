package dev.medley.loadtest.experiment.codec;

import java.util.List;
import java.util.Locale;

/** The ways to run many units at once. */
enum Model {
    OPERATION("operations"),
    FIBER("fibers"),
    VIRTUAL("virtual threads"),
    PLATFORM("platform threads");

    /** The first that can change the number of threads that carry virtual threads. */
    private static final int FIRST_WITH_VIRTUAL = 24;

    private final String title;

    Model(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** The name in commands of the program. */
    String command() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns those whose units share threads, as far as Java {@code version} has them. */
    static List<Model> sharing(int version) {
        return version >= FIRST_WITH_VIRTUAL ? List.of(OPERATION, FIBER, VIRTUAL) : List.of(OPERATION, FIBER);
    }
}
