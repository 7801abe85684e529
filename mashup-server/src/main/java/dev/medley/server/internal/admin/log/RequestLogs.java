package dev.medley.server.internal.admin.log;

import dev.medley.config.LogFormat;
import dev.medley.config.LogSettings;
import dev.medley.config.ServerSettings;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.inbound.TakenRequest;
import dev.medley.servlet.internal.inbound.TopicUse;
import dev.medley.thread.internal.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.RequestLog;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.NanoTime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The logs of inbound requests that settings ask for, and the metrics of those without a mashup. All have one reading of the request and
 * of the clock. A line that says what came of the request is written by the later of two: Jetty, which has ended it, and its mashup,
 * whose end metrics count. A session on topics has its line when it ends, and is
 * counted when it has begun. Thread-safe.
 */
public final class RequestLogs implements RequestLog {

    private static final Logger LOG = LoggerFactory.getLogger(RequestLogs.class);

    private final Consumer<RequestSummary> others;
    private final @Nullable AccessLog text;
    private final @Nullable JsonAccessLog json;
    private final @Nullable SlowRequests slow;

    private RequestLogs(
            Consumer<RequestSummary> others,
            @Nullable AccessLog text,
            @Nullable JsonAccessLog json,
            @Nullable SlowRequests slow) {
        this.others = others;
        this.text = text;
        this.json = json;
        this.slow = slow;
    }

    /**
     * Returns the logs.
     *
     * @param others is told of requests that no mashup answers, by the thread that has ended them; must not block
     */
    public static RequestLog of(ServerSettings settings, Consumer<RequestSummary> others, Clock clock) {
        LogSettings log = settings.log();
        boolean isJson = log.format() == LogFormat.JSON;
        Duration slow = log.slow();
        return new RequestLogs(
                others,
                settings.accessLog() && !isJson ? new AccessLog() : null,
                settings.accessLog() && isJson ? new JsonAccessLog(log.fields()) : null,
                slow == null ? null : new SlowRequests(slow.toNanos(), log.format(), clock));
    }

    @Override
    public void log(Request request, Response response) {
        long nanos = NanoTime.since(request.getBeginNanoTime());
        TakenRequest taken = request.getAttribute(TakenRequest.ATTRIBUTE) instanceof TakenRequest known ? known : null;
        TopicUse topics = request.getAttribute(TopicUse.ATTRIBUTE) instanceof TopicUse known ? known : null;
        long served = topics == null ? nanos : topics.nanosUntilBegun(request.getBeginNanoTime(), nanos);
        RequestSummary other = taken == null ? OtherRequests.summary(request, response, served) : null;
        if (other != null) {
            others.accept(other);
        }
        boolean isSlow = slow != null && slow.includes(served);
        if (text == null && json == null && !isSlow) {
            return;
        }
        LoggedRequest logged = new LoggedRequest(request, response, taken, topics, nanos);
        if (other != null && topics != null && topics.isLonger()) {
            topics.onOver(() -> {
                logged.over();
                write(logged, other, isSlow);
            });
        } else if (other != null) {
            write(logged, other, isSlow);
        } else {
            logText(logged);
            if (taken != null && (json != null || isSlow)) {
                taken.end().thenAccept(end -> writeEnd(logged, end, isSlow)).exceptionally(failure -> {
                    LOG.warn("the line of a request cannot be written", failure);
                    return null;
                });
            }
        }
    }

    private void logText(LoggedRequest logged) {
        if (text != null) {
            text.log(logged);
        }
    }

    private void write(LoggedRequest logged, RequestSummary end, boolean isSlow) {
        logText(logged);
        writeEnd(logged, end, isSlow);
    }

    private void writeEnd(LoggedRequest logged, RequestSummary end, boolean isSlow) {
        if (json != null) {
            json.log(logged, end);
        }
        if (slow != null && isSlow) {
            slow.log(logged, end);
        }
    }
}
