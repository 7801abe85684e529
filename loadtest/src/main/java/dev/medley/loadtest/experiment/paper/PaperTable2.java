package dev.medley.loadtest.experiment.paper;

import dev.medley.loadtest.experiment.server.ExecutionMode;
import java.util.Map;

/**
 * Table 2 of the paper: what it measured in asynchronous processing.
 *
 * @param demand D in milliseconds, which it gives as whole ones
 * @param service S in milliseconds
 */
record PaperTable2(double demand, double service) {

    private static final Map<Integer, PaperTable2> BY_USERS = Map.of(
            10, new PaperTable2(0, 1014),
            30, new PaperTable2(1, 1012),
            50, new PaperTable2(1, 1012),
            70, new PaperTable2(1, 1015),
            90, new PaperTable2(2, 1014));

    private static final PaperTable2 NOT_MEASURED = new PaperTable2(Double.NaN, Double.NaN);

    /** Its row for so many users; not a number where it has none. */
    static PaperTable2 at(int users) {
        return BY_USERS.getOrDefault(users, NOT_MEASURED);
    }

    /** D/S. */
    double ratio() {
        return demand / service;
    }

    /**
     * The shape of figure 4(a), of which the paper gives the points in a picture only: a thread a user in synchronous
     * processing (equation 1), N D/S with its own D and S in asynchronous (equation 2 without c). NaN for other modes.
     */
    static double threads(ExecutionMode mode, int users) {
        return switch (mode) {
            case BLOCKING -> users;
            case ASYNC -> users * at(users).ratio();
            case VIRTUAL -> Double.NaN;
        };
    }
}
