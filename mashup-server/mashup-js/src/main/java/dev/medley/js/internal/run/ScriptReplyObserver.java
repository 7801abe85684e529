package dev.medley.js.internal.run;

import dev.medley.config.ManifestDetail;
import dev.medley.js.internal.call.PartnerCalls;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.mashup.internal.ReplyObserver;
import dev.medley.server.internal.declared.run.FullManifest;
import dev.medley.server.internal.declared.run.IncompleteReplies;
import dev.medley.server.internal.declared.value.Manifest;
import dev.medley.server.internal.declared.value.Result;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives the reply of a run its manifest, keeps that of one that is not complete, and tells the run of the end. Thread-safe. */
final class ScriptReplyObserver implements ReplyObserver {

    private static final int FIRST_ERROR = 500;

    private static final Logger LOG = LoggerFactory.getLogger("dev.medley.script");

    private final String file;
    private final DefaultMashup mashup;
    private final PartnerCalls calls;
    private final IncompleteReplies incomplete;
    private final Supplier<? extends Iterable<?>> secrets;
    private final Runnable over;

    /**
     * Creates an observer.
     *
     * @param file name of the script, for messages
     * @param incomplete gets the manifests of replies that are not complete
     * @param secrets returns values of the request that the script may have sent
     * @param over called once the reply is out, or will never be
     */
    ScriptReplyObserver(
            String file,
            DefaultMashup mashup,
            PartnerCalls calls,
            IncompleteReplies incomplete,
            Supplier<? extends Iterable<?>> secrets,
            Runnable over) {
        this.file = file;
        this.mashup = mashup;
        this.calls = calls;
        this.incomplete = incomplete;
        this.secrets = secrets;
        this.over = over;
    }

    /** Adds the field to the reply. */
    void addField(ManifestDetail detail, BooleanSupplier failed) {
        if (detail != ManifestDetail.OFF) {
            mashup.replyField(Manifest.FIELD, () -> field(detail, failed.getAsBoolean()));
        }
    }

    private @Nullable String field(ManifestDetail detail, boolean failed) {
        return Manifest.of(calls.results(failed)).field(detail);
    }

    @Override
    public void accept(ReplyEnd end) {
        try {
            observe(end);
        } finally {
            over.run();
        }
    }

    private void observe(ReplyEnd end) {
        Map<String, Result> results = calls.results(end.status() >= FIRST_ERROR);
        boolean complete = results.values().stream()
                .allMatch(each -> each.outcome() == Result.Outcome.UNFINISHED
                        ? end.clientGone() || end.status() < FIRST_ERROR
                        : each.isCompleteButForClient());
        if (!complete) {
            incomplete.add(FullManifest.tree(mashup, results, secrets.get(), end, Instant.now()));
        }
        List<String> cutOff = calls.cutOff();
        if (!cutOff.isEmpty() && end.status() < FIRST_ERROR && !end.clientGone()) {
            LOG.warn(
                    "{}: the reply did not wait for the calls {}, which were cut off; expected await",
                    file,
                    String.join(", ", cutOff));
        }
    }

    @Override
    public List<String> missing() {
        return calls.results(false).entrySet().stream()
                .filter(each -> each.getValue().outcome() == Result.Outcome.MISSING)
                .map(Map.Entry::getKey)
                .toList();
    }
}
