package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.experiment.server.Quartiles;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What was measured of mashups.
 *
 * @param ways in which mashups have coded
 * @param windows of all rounds
 * @param codingsPerMilli codings in a millisecond
 * @param pinned whether the server had a core of its own
 */
record MashupResults(List<Way> ways, List<MashupWindow> windows, double codingsPerMilli, boolean pinned) {

    /** Copies the lists. */
    MashupResults {
        ways = List.copyOf(ways);
        windows = List.copyOf(windows);
    }

    List<MashupWindow> of(Way way, int work) {
        return windows.stream()
                .filter(window -> window.way() == way && window.work() == work)
                .toList();
    }

    Quartiles of(Way way, int work, ToDoubleFunction<MashupWindow> figure) {
        return Quartiles.of(of(way, work).stream()
                .map(window -> figure.applyAsDouble(window))
                .toList());
    }

    /** The median of the rounds of p99 of mashups that wait, in milliseconds. */
    double p99(Way way, int work) {
        return of(way, work, MashupWindow::p99).median();
    }
}
