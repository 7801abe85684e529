package dev.medley.server.declared;

import dev.medley.context.Context;
import dev.medley.exchange.BrokerStage;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.mashup.ReplyEnd;
import dev.medley.mashup.Status;
import dev.medley.thread.BrokerPool;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a declared mashup. Each exchange starts when the last one that it refers to has ended, by the thread that ends that
 * one; the reply is composed when all are there that it refers to. Counters decide: who counts one down to zero starts what
 * it counts for, so that each is started once. Thread-safe.
 */
final class MashupRun {

    private static final Logger LOG = LoggerFactory.getLogger(MashupRun.class);

    /** Documents that are larger in sum are not parsed on a loop. */
    private static final int LARGE = 64 * 1024;

    private final Graph graph;
    private final ReplyPlan replyPlan;
    private final Mashup mashup;
    private final Scope scope;
    private final IncompleteReplies incomplete;
    private final AtomicReferenceArray<@Nullable Result> results;
    /** For each exchange, and last for the reply, the exchanges that it still waits for. */
    private final AtomicIntegerArray awaited;

    private final BrokerStage<Reply> reply;
    /** The reply that is sent part by part; null if it is sent whole. */
    private final @Nullable ProgressiveReply progressive;
    /** True if the mashup fails by what its client has asked for. */
    private volatile boolean clientAtFault;
    /** True once the reply is composed, or has failed: nothing is started any more. */
    private volatile boolean over;

    MashupRun(
            Graph graph,
            ReplyPlan replyPlan,
            Names names,
            Mashup mashup,
            RequestValue request,
            IncompleteReplies incomplete) {
        this.graph = graph;
        this.replyPlan = replyPlan;
        this.mashup = mashup;
        this.incomplete = incomplete;
        results = new AtomicReferenceArray<>(graph.size());
        awaited = new AtomicIntegerArray(graph.awaited());
        scope = Scope.of(request, names, results);
        reply = new BrokerStage<>(mashup.broker().pool());
        PartFormat format = PartFormat.asked(mashup.inbound().headers("Accept"));
        progressive = format == null ? null : new ProgressiveReply(format);
    }

    CompletionStage<Reply> start() {
        mashup.replyField(Manifest.FIELD, () -> scope.manifest().field());
        mashup.onReplied(this::replied);
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
        BrokerPool pool = mashup.broker().pool();
        boolean isLong = node == graph.size()
                ? replyPlan.heavy() || unparsed(replyPlan.inputs()) > LARGE
                : graph.exchange(node).heavy() || unparsed(graph.exchange(node).inputs()) > LARGE;
        if (isLong && !BrokerPool.onVirtualThread()) {
            Context.carriedTo(pool.activity().counting(pool.share())).execute(() -> beginHere(node));
        } else {
            beginHere(node);
        }
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
        if (over) {
            return;
        }
        try {
            if (node == graph.size()) {
                finish();
            } else {
                start(node, graph.exchange(node));
            }
        } catch (RuntimeException | Error x) {
            fail(x);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // Nothing depends on it.
    private void start(int node, ExchangePlan exchange) {
        ProgressiveReply parts = progressive;
        ObjIntConsumer<Result> ofElements =
                parts == null ? null : (result, index) -> send(parts, exchange.name(), index, result);
        exchange.start(mashup, scope, ofElements).whenComplete((result, failure) -> ended(node, result, failure));
    }

    private void ended(int node, @Nullable Result result, @Nullable Throwable failure) {
        if (result == null) {
            Throwable cause = failure == null
                    ? new IllegalStateException("an exchange without a result")
                    : BrokerStage.unwrapped(failure);
            if (cause instanceof ExchangeFailure x) {
                results.set(node, x.result());
                fail(x.reason());
            } else {
                fail(cause);
            }
            return;
        }
        results.set(node, result);
        ProgressiveReply parts = progressive;
        // The parts of its elements have been sent.
        if (parts != null && result.elements().isEmpty()) {
            send(parts, graph.exchange(node).name(), -1, result);
        }
        for (int next : graph.dependents(node)) {
            if (awaited.decrementAndGet(next) == 0) {
                begin(next);
            }
        }
    }

    // ---- The reply. ---------------------------------------------------------------------------------------------

    /** Sends a part. The first one begins the reply: a mashup that fails before has a status of its own. */
    private void send(ProgressiveReply parts, String exchange, int index, Result result) {
        parts.add(exchange, index, result);
        reply.complete(parts.reply());
    }

    private void finish() {
        ProgressiveReply parts = progressive;
        if (parts == null) {
            reply.complete(replyPlan.reply(scope));
        } else {
            parts.end(replyPlan.document(scope), replyPlan.status(scope), scope.manifest());
            reply.complete(parts.reply());
        }
        over = true;
    }

    /**
     * Keeps the manifest of a reply that was not complete. What a client that has left did not wait for is no failure, nor is what
     * a client could not have asked for: else anyone could have the others forgotten.
     */
    private void replied(ReplyEnd end) {
        for (int i = 0; i < results.length(); i++) {
            Result result = results.get(i);
            boolean unfinished = result == null || result.outcome() == Result.Outcome.UNFINISHED;
            if (unfinished ? !end.clientGone() && !clientAtFault : !result.isCompleteButForClient()) {
                incomplete.add(FullManifest.tree(mashup, graph, scope, end, Instant.now()));
                return;
            }
        }
    }

    /** The reply fails; or, if parts of it have been sent, ends with the problem. */
    private void fail(Throwable failure) {
        Throwable cause = BrokerStage.unwrapped(failure);
        if (Result.isOfClient(cause)) {
            clientAtFault = true;
        }
        over = true;
        ProgressiveReply parts = progressive;
        if (reply.completeExceptionally(cause) || parts == null) {
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
        parts.fail(problem);
    }
}
