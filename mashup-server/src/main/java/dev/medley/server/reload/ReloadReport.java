package dev.medley.server.reload;

import java.time.Instant;
import java.util.List;

/**
 * The end of one reload. Immutable.
 *
 * @param applied false if the configuration was refused and the old one remains in full
 * @param cause of the reload, such as {@code SIGHUP}
 * @param at the time
 * @param changed keys that are in effect with other values since then, and files of mashups
 * @param needRestart keys with other values than the server runs with, which need a restart; each with file, line and column
 * @param problems the reasons for which it was refused; each with file, line, column and key
 */
public record ReloadReport(
        boolean applied,
        String cause,
        Instant at,
        List<String> changed,
        List<String> needRestart,
        List<String> problems) {

    /** Takes copies. */
    public ReloadReport {
        changed = List.copyOf(changed);
        needRestart = List.copyOf(needRestart);
        problems = List.copyOf(problems);
    }
}
