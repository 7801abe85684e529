package dev.medley.loadtest.experiment.overload;

import java.util.List;

/** The admission of a server under overload. */
enum OverloadGuard {
    /** As without configuration: all requests are admitted. */
    NONE("no admission", ""),
    /** A fixed limit, a little more than the capacity takes. */
    FIXED("fixed limit", "server.admission.max-concurrent=24"),
    /** A limit that the server finds by itself. */
    ADAPTIVE("adaptive limit", "server.admission.adaptive=vegas");

    private final String label;
    private final String limit;

    OverloadGuard(String label, String limit) {
        this.label = label;
        this.limit = limit;
    }

    /** The name for people. */
    String label() {
        return label;
    }

    /** The settings of the server. */
    List<String> settings() {
        return this == NONE
                ? List.of()
                : List.of(limit, "server.admission.max-queued=16", "server.admission.max-queue-age=25ms");
    }
}
