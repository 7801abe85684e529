package dev.medley.loadtest.experiment.codec;

import dev.medley.loadtest.driver.result.PhaseResult;
import org.jspecify.annotations.Nullable;

/**
 * A measurement of mashups that wait for partners beside others that code.
 *
 * @param way how the others code
 * @param work CPU milliseconds of each of the others; 0 if there are none
 * @param waiting the mashups that wait for partners
 * @param coding the mashups that code; null if there are none
 * @param cpuPercent CPU time of the server, in percent of its core
 */
record MashupWindow(
        Way way, int work, PhaseResult waiting, @Nullable PhaseResult coding, double cpuPercent) {

    double p50() {
        return waiting.corrected().p50Millis();
    }

    double p99() {
        return waiting.corrected().p99Millis();
    }

    double codingP50() {
        return coding == null ? Double.NaN : coding.corrected().p50Millis();
    }

    double codingP99() {
        return coding == null ? Double.NaN : coding.corrected().p99Millis();
    }

    long failed() {
        return waiting.failed() + (coding == null ? 0 : coding.failed());
    }
}
