package dev.medley.loadtest.experiment.clients;

/** The kinds of bursts that are compared. */
enum BurstKind {
    /** The first burst of a client, which opens a connection for each request, or a few with many streams. */
    OPENING("The first burst, which opens the connections"),
    /** A later burst, on the connections that are open. */
    KEPT("Later bursts, on the same connections"),
    /** A burst to partners that respond at once. */
    IMMEDIATE("Bursts to partners without a delay, on the same connections");

    private final String title;

    BurstKind(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
