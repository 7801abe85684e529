package dev.medley.server.internal.reload;

import dev.medley.server.reload.ReloadReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reloads of a server up to now. Immutable.
 *
 * @param applied number of reloads that brought a configuration into effect
 * @param refused number of reloads that did not
 * @param needRestart keys that differ from the file and need a restart, as the last reload that was applied found them
 * @param last the last reload; null before the first
 */
public record ReloadState(
        long applied,
        long refused,
        List<String> needRestart,
        @Nullable ReloadReport last) {

    /** Before the first reload. */
    public static final ReloadState NONE = new ReloadState(0, 0, List.of(), null);

    ReloadState after(ReloadReport report) {
        return report.applied()
                ? new ReloadState(applied + 1, refused, report.needRestart(), report)
                : new ReloadState(applied, refused + 1, needRestart, report);
    }
}
