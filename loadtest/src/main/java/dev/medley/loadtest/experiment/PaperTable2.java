package dev.medley.loadtest.experiment;

import dev.medley.loadtest.report.Series;
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
     * The shape of figure 4(a) in synchronous processing: a thread a user (equation 1). The paper gives its points in a
     * picture only.
     */
    static Series synchronousThreads(Iterable<Integer> users) {
        Series series = new Series();
        users.forEach(number -> series.add(number, number));
        return series;
    }

    /** The shape of figure 4(a) in asynchronous processing: N D/S with its own D and S (equation 2 without c). */
    static Series asynchronousThreads(Iterable<Integer> users) {
        Series series = new Series();
        users.forEach(number -> series.add(number, number * at(number).ratio()));
        return series;
    }
}
