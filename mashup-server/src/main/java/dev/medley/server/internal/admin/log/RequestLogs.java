package dev.medley.server.internal.admin.log;

import dev.medley.config.LogFormat;
import dev.medley.config.LogSettings;
import dev.medley.config.ServerSettings;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.RequestLog;

/** The logs of inbound requests that settings ask for. */
public final class RequestLogs {

    private RequestLogs() {}

    /** Returns what logs the end of each request: {@code others}, the access log, and that of slow requests. */
    public static RequestLog of(ServerSettings settings, RequestLog others, Clock clock) {
        LogSettings log = settings.log();
        List<RequestLog> all = new ArrayList<>(List.of(others));
        if (settings.accessLog()) {
            all.add(log.format() == LogFormat.JSON ? new JsonAccessLog(log.fields()) : new AccessLog());
        }
        Duration slow = log.slow();
        if (slow != null) {
            all.add(new SlowRequests(slow.toNanos(), log.format(), clock));
        }
        return all.size() == 1 ? others : new RequestLog.Collection(all.toArray(RequestLog[]::new));
    }
}
