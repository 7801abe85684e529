package dev.medley.server.internal.trace;

import dev.medley.thread.internal.LogPace;
import io.opentelemetry.exporter.internal.FailedExportException;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends spans by another exporter, and says at most once a minute that they were lost. Thread-safe. */
final class ReportedExporter implements SpanExporter {

    private static final Logger LOG = LoggerFactory.getLogger(ReportedExporter.class);

    private final SpanExporter exporter;
    private final String receiver;
    private final LogPace pace;
    private final LongSupplier nanoTime;

    ReportedExporter(SpanExporter exporter, String receiver, LogPace pace, LongSupplier nanoTime) {
        this.exporter = exporter;
        this.receiver = receiver;
        this.pace = pace;
        this.nanoTime = nanoTime;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        int number = spans.size();
        CompletableResultCode result = exporter.export(spans);
        result.whenComplete(() -> {
            if (!result.isSuccess()) {
                lost(number, result.getFailureThrowable());
            }
        });
        return result;
    }

    private void lost(int number, @Nullable Throwable failure) {
        long others = pace.others(nanoTime.getAsLong());
        if (others >= 0) {
            LOG.warn(
                    "traces: {} spans could not be sent to {} ({}){}",
                    number,
                    receiver,
                    cause(failure),
                    others == 0 ? "" : ", nor could " + others + " batches before, since the last such line");
        }
    }

    private static String cause(@Nullable Throwable failure) {
        // Nothing public of the library has the status.
        if (failure instanceof FailedExportException.HttpExportException http && http.getResponse() != null) {
            return "it replied with status " + http.getResponse().getStatusCode();
        }
        Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
        return cause == null ? "it has refused them" : cause.toString();
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
