package dev.medley.server.internal.declared.run;

import dev.medley.config.ManifestDetail;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeException;
import dev.medley.exchange.Outcome;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.mashup.internal.MissingReason;
import dev.medley.mashup.internal.ReplyObserver;
import dev.medley.server.internal.declared.plan.CachePlan;
import dev.medley.server.internal.declared.plan.ExchangePlan;
import dev.medley.server.internal.declared.plan.Graph;
import dev.medley.server.internal.declared.plan.PartsPlan;
import dev.medley.server.internal.declared.plan.ReplyPlan;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.ExchangeFailure;
import dev.medley.server.internal.declared.value.InternalFailure;
import dev.medley.server.internal.declared.value.Manifest;
import dev.medley.server.internal.declared.value.RequestValue;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.server.internal.declared.value.Results;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a declared mashup. Each exchange starts when the last one that it refers to has ended, by the thread that ends that
 * one; the reply is composed when all are there that it refers to. Counters decide: who counts one down to zero starts what
 * it counts for, so that each is started once. Thread-safe.
 */
final class MashupRun implements ReplyObserver {

    private static final Logger LOG = LoggerFactory.getLogger(MashupRun.class);

    private final Graph graph;
    private final ReplyPlan replyPlan;
    private final DeclaredMashup declared;
    private final DefaultMashup mashup;
    private final Scope scope;
    private final IncompleteReplies incomplete;
    private final Results results;
    /** For each exchange, and last for the reply, the exchanges that it still waits for. */
    private final AtomicIntegerArray awaited;

    /** 0 unless it says something of caches. */
    private final long begunNanos;

    private final BrokerStage<Reply> reply;
    /** The reply that is sent part by part; null if it is sent whole. */
    private final @Nullable PartsRun parts;
    /** The response that is passed on, once its head is there; before the exchange counts as ended. */
    private volatile @Nullable Reply passed;
    /** True if the mashup fails by what its client has asked for. */
    private volatile boolean clientAtFault;
    /** True once the reply is composed, or has failed: nothing is started any more. */
    private volatile boolean over;

    MashupRun(DeclaredMashup declared, DefaultMashup mashup, RequestValue request, IncompleteReplies incomplete) {
        this.declared = declared;
        graph = declared.graph();
        replyPlan = declared.reply();
        this.mashup = mashup;
        this.incomplete = incomplete;
        results = new Results(graph.sources(), declared.names());
        awaited = new AtomicIntegerArray(graph.awaited());
        scope = Scope.of(request, results);
        begunNanos = declared.caching() == null ? 0 : mashup.broker().clock().nanoTime();
        reply = new BrokerStage<>(mashup.broker().pool());
        PartsPlan plan = declared.parts();
        PartFormat format =
                plan == null ? null : PartFormat.asked(mashup.inbound().headers("Accept"));
        parts = format == null ? null : new PartsRun(Objects.requireNonNull(plan), format);
        if (parts != null) {
            // For the status, by which it is sent in parts or whole.
            awaited.incrementAndGet(graph.size());
        }
    }

    CompletionStage<Reply> start() {
        ManifestDetail detail = declared.manifest();
        if (detail != ManifestDetail.OFF) {
            mashup.replyField(Manifest.FIELD, () -> {
                // It may be that of the problem in place of a reply that has broken off before its first byte.
                endPassed();
                return scope.manifest().field(detail);
            });
        }
        mashup.onReplied(this);
        if (parts != null && parts.ofStatus().isEmpty()) {
            beginStatus(parts);
        }
        for (int i = 0; i <= graph.size() && !over; i++) {
            if (graph.awaited()[i] == 0) {
                begin(i);
            }
        }
        return reply;
    }

    /** Returns the stage that {@link #start} returns, too. */
    CompletionStage<Reply> reply() {
        return reply;
    }

    // ---- The exchanges. -----------------------------------------------------------------------------------------

    /** Begins an exchange, or the reply; on a thread that may compute long if that is what it does. */
    private void begin(int node) {
        boolean isLong = node == graph.size()
                ? replyPlan.heavy() || unparsed(replyPlan.inputs()) > BodyExecutor.LARGE
                : graph.exchange(node).heavy() || unparsed(graph.exchange(node).inputs()) > BodyExecutor.LARGE;
        run(isLong, () -> beginHere(node));
    }

    private void run(boolean isLong, Runnable task) {
        if (isLong) {
            mashup.longWork().execute(task);
        } else {
            task.run();
        }
    }

    private void counting(RequestPhase phase, Runnable task) {
        RequestPhases.during(mashup.phases(), phase, () -> {
            task.run();
            return phase;
        });
    }

    private long unparsed(Iterable<String> inputs) {
        long sum = 0;
        for (String each : inputs) {
            Result result = scope.result(each);
            Document value = result == null ? null : result.value();
            sum += value == null ? 0 : value.unparsed();
        }
        return sum;
    }

    private void beginHere(int node) {
        if (over || mashup.isOver()) {
            return;
        }
        try {
            if (node == graph.size()) {
                counting(RequestPhase.MERGING, this::finish);
            } else {
                start(node, graph.exchange(node));
            }
        } catch (RuntimeException | Error x) {
            fail(x, node < graph.size() && graph.exchange(node).isInternal());
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing depends on it.
    private void start(int node, ExchangePlan exchange) {
        if (exchange.isPassed()) {
            exchange.pass(mashup, scope).whenComplete((started, failure) -> {
                passed = started == null ? null : started.reply();
                ended(node, started == null ? null : started.result(), failure);
            });
            return;
        }
        PartsRun sent = parts;
        ObjIntConsumer<Result> ofElements = sent == null || !sent.isPart(exchange.name())
                ? null
                : (result, index) -> send(sent, exchange.name(), index, result);
        exchange.start(mashup, scope, ofElements).whenComplete((result, failure) -> ended(node, result, failure));
    }

    private void ended(int node, @Nullable Result result, @Nullable Throwable failure) {
        if (result == null) {
            Throwable cause = failure == null
                    ? new IllegalStateException("an exchange without a result")
                    : BrokerStage.unwrapped(failure);
            if (cause instanceof ExchangeFailure x) {
                results.set(node, x.result());
                cause = x.reason();
            }
            fail(cause, graph.exchange(node).isInternal());
            return;
        }
        results.set(node, result);
        if (parts != null) {
            addPart(parts, graph.exchange(node).name(), result);
        }
        for (int next : graph.dependents(node)) {
            countDown(next);
        }
    }

    private void countDown(int node) {
        if (awaited.decrementAndGet(node) == 0) {
            begin(node);
        }
    }

    // ---- The parts of the reply. --------------------------------------------------------------------------------

    private void addPart(PartsRun sent, String exchange, Result result) {
        // The parts of its elements have been sent.
        if (sent.isPart(exchange) && result.elements().isEmpty()) {
            send(sent, exchange, -1, result);
        }
        if (sent.isLastOfStatus(exchange)) {
            beginStatus(sent);
        }
    }

    private void send(PartsRun sent, String exchange, int index, Result result) {
        if (sent.add(exchange, index, result)) {
            run(replyPlan.heavy(), () -> open(sent));
        }
    }

    private void beginStatus(PartsRun sent) {
        run(replyPlan.heavy() || unparsed(sent.ofStatus()) > BodyExecutor.LARGE, () -> decideStatus(sent));
    }

    /** One that cannot be evaluated fails the reply, once that is sent whole. */
    private void decideStatus(PartsRun sent) {
        try {
            if (!over && sent.decide(replyPlan.status(scope))) {
                open(sent);
            }
        } catch (EvaluationException x) {
            LOG.debug(
                    "the status of mashup {} fails before its first part",
                    mashup.inbound().template(),
                    x);
        } catch (RuntimeException | Error x) {
            fail(x, false);
        }
        countDown(graph.size());
    }

    /** Begins the reply: a mashup that fails before has a status of its own. */
    private void open(PartsRun sent) {
        try {
            reply.complete(sent.reply(replyPlan, scope));
        } catch (RuntimeException | Error x) {
            fail(x, false);
        }
    }

    // ---- The reply. ---------------------------------------------------------------------------------------------

    private void finish() {
        PartsRun sent = parts;
        Reply given = passed;
        if (given != null) {
            reply.complete(replyPlan.withFields(given, scope));
        } else if (sent == null || sent.isWhole()) {
            Reply whole = replyPlan.reply(scope);
            CachePlan caching = declared.caching();
            if (caching != null) {
                whole = caching.addTo(whole, scope, mashup, begunNanos);
            }
            // Another representation than that in parts.
            reply.complete(declared.parts() == null ? whole : whole.header("Vary", "Accept"));
        } else {
            Manifest manifest = scope.manifest();
            sent.end(
                    replyPlan.document(scope),
                    declared.manifest() == ManifestDetail.FULL ? manifest.tree() : manifest.withoutExchanges());
        }
        over = true;
    }

    /**
     * Keeps the manifest of a reply that was not complete. What a client that has left did not wait for is no failure, nor is what
     * a client could not have asked for: else anyone could have the others forgotten.
     */
    @Override
    public void accept(ReplyEnd end) {
        if (!end.clientGone()) {
            endPassed();
        }
        for (int i = 0; i < results.size(); i++) {
            if (isIncomplete(results.get(i), end)) {
                incomplete.add(FullManifest.tree(mashup, graph, scope, end, Instant.now()));
                return;
            }
        }
    }

    @Override
    public List<String> missing() {
        return List.copyOf(scope.missing().causes().keySet());
    }

    private boolean isIncomplete(@Nullable Result result, ReplyEnd end) {
        if (result == null || result.outcome() == Result.Outcome.UNFINISHED) {
            return !end.clientGone() && !clientAtFault;
        }
        return !result.isCompleteButForClient();
    }

    /** What a value is to blame for that is not the configuration's is a problem for the client; the log has its place. */
    private Throwable shown(Throwable failure) {
        if (failure instanceof EvaluationException x && x.problem() != null) {
            replyPlan.failures().add(x, scope.request().clock());
            return new ProblemException(x.problem());
        }
        return failure;
    }

    /** A response that broke off on its way to the client was complete when its head was there. */
    private void endPassed() {
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            Exchange exchange = result != null && graph.exchange(i).isPassed() ? result.exchange() : null;
            if (exchange == null) {
                continue;
            }
            ExchangeException failure = exchange.failure();
            if (exchange.outcome() == Outcome.CANCELLED) {
                results.set(i, Result.unfinished(exchange));
            } else if (failure != null) {
                results.set(i, Result.failed(exchange, String.valueOf(MissingReason.of(failure)), failure));
            }
        }
    }

    /** The reply fails; or, if parts of it have been sent, ends with the problem. Of what is internal, clients learn the status only. */
    private void fail(Throwable failure, boolean internal) {
        Throwable unwrapped = BrokerStage.unwrapped(failure);
        if (Result.isOfClient(unwrapped)) {
            clientAtFault = true;
        }
        over = true;
        Throwable shown = shown(unwrapped);
        Throwable cause = internal ? InternalFailure.of(shown) : shown;
        PartsRun sent = parts;
        if (reply.completeExceptionally(cause) || sent == null) {
            return;
        }
        Problem problem = Problem.of(cause);
        if (problem == null && mashup.isOver()) {
            // The client has left, and the exchanges that would come next cannot start.
            LOG.debug("mashup {} is over", mashup.inbound().template(), cause);
            return;
        }
        if (problem == null) {
            LOG.error("mashup {} failed", mashup.inbound().template(), cause);
            problem = Problem.of(Status.INTERNAL_SERVER_ERROR, "the mashup failed");
        }
        sent.fail(problem);
    }
}
