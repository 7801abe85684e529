package dev.medley.server.internal.declared.run;

import dev.medley.mashup.Problem;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.declared.plan.PartsPlan;
import dev.medley.server.internal.declared.plan.ReplyPlan;
import dev.medley.server.internal.declared.value.Document;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Result;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The reply in parts of one run. Parts are held until the status of the reply is known, and are sent if that allows it; otherwise
 * the reply is sent whole, as to other clients. Thread-safe.
 */
final class PartsRun {

    /** Fields that a reply in parts has of its own. */
    private static final Set<String> OWN_FIELDS = Set.of("cache-control", "x-accel-buffering");

    private final PartsPlan plan;
    private final ProgressiveReply parts;
    /** The exchanges that the status still waits for. */
    private final AtomicInteger awaited;
    /** What the head still waits for: a part, and a status that allows it. */
    private final AtomicInteger conditions = new AtomicInteger(2);

    private final AtomicBoolean hasPart = new AtomicBoolean();
    /** 0 until it is known, and if it cannot be evaluated. */
    private volatile int status;

    PartsRun(PartsPlan plan, PartFormat format) {
        this.plan = plan;
        parts = new ProgressiveReply(format);
        awaited = new AtomicInteger(plan.ofStatus().size());
    }

    // ---- The exchanges. -----------------------------------------------------------------------------------------

    /** Returns whether the value of an exchange is a part, or those of its elements are. */
    boolean isPart(String exchange) {
        return plan.exchanges().contains(exchange);
    }

    /** Adds what came of an exchange, or of an element of it; returns true if the head can be sent by that. */
    boolean add(String exchange, int index, Result result) {
        parts.add(exchange, index, result);
        return hasPart.compareAndSet(false, true) && conditions.decrementAndGet() == 0;
    }

    // ---- The status. --------------------------------------------------------------------------------------------

    /** Returns the exchanges that it waits for. */
    Set<String> ofStatus() {
        return plan.ofStatus();
    }

    /** Notes that an exchange has ended; returns true if it was the last one that the status has waited for. */
    boolean isLastOfStatus(String exchange) {
        return plan.ofStatus().contains(exchange) && awaited.decrementAndGet() == 0;
    }

    /** Sets the status; returns true if the head can be sent by that. */
    boolean decide(int known) {
        status = known;
        return PartsPlan.allows(known) && conditions.decrementAndGet() == 0;
    }

    /** Returns whether the reply is sent whole, once the status has been decided. */
    boolean isWhole() {
        return !PartsPlan.allows(status);
    }

    // ---- The reply. ---------------------------------------------------------------------------------------------

    /**
     * Returns the reply, whose parts may follow: with those of its header fields whose values are known by now.
     *
     * @throws EvaluationException if one of them fails
     */
    Reply reply(ReplyPlan whole, Scope scope) {
        Reply reply = parts.reply().status(status);
        for (Map.Entry<String, TextFormula> field : whole.headers().entrySet()) {
            String name = field.getKey();
            if (!OWN_FIELDS.contains(name.toLowerCase(Locale.ROOT)) && isKnown(name, scope)) {
                reply = ReplyPlan.withField(reply, name, field.getValue(), scope);
            }
        }
        return reply;
    }

    private boolean isKnown(String field, Scope scope) {
        return Objects.requireNonNull(plan.ofFields().get(field)).stream()
                .allMatch(exchange -> scope.result(exchange) != null);
    }

    /** Ends it with the whole, and with a manifest. */
    void end(Document whole, Map<String, Object> manifest) {
        manifest.put("status", status);
        parts.end(whole, manifest);
    }

    /** Ends it with a problem. */
    void fail(Problem problem) {
        parts.fail(problem);
    }
}
