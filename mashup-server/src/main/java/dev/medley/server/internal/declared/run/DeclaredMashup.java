package dev.medley.server.internal.declared.run;

import dev.medley.config.ManifestDetail;
import dev.medley.context.Context;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.declaration.ScheduleDeclaration;
import dev.medley.server.internal.declared.plan.CachePlan;
import dev.medley.server.internal.declared.plan.Graph;
import dev.medley.server.internal.declared.plan.Hops;
import dev.medley.server.internal.declared.plan.MashupEstimate;
import dev.medley.server.internal.declared.plan.PartsPlan;
import dev.medley.server.internal.declared.plan.ReplyPlan;
import dev.medley.server.internal.declared.value.Names;
import dev.medley.server.internal.declared.value.Parameter;
import dev.medley.server.internal.declared.value.RequestValue;
import dev.medley.server.internal.schema.BodySchema;
import dev.medley.servlet.internal.routing.MashupRoute;
import dev.medley.servlet.internal.schedule.ScheduleSettings;
import dev.medley.thread.internal.BrokerPool;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A mashup that the configuration declares, compiled. Immutable.
 *
 * @param declaration what it was compiled from
 * @param names the variables of its expressions
 * @param variables of its path
 * @param parameters that are checked
 * @param requestMembers members of {@code $request} that its expressions refer to
 * @param reads what of them the expressions name
 * @param passesBody whether an exchange sends the request's body as it came
 * @param graph its exchanges
 * @param reply how it replies
 * @param parts its replies in parts; null if it has none
 * @param caching what caches may do with its replies; null if it says nothing of it
 * @param manifest the form of the field {@code Medley-Manifest}
 * @param estimate its worst-case partner calls
 * @param deadline of a reply unless the configuration has one for it; null for the server's
 */
public record DeclaredMashup(
        MashupDeclaration declaration,
        Names names,
        List<String> variables,
        List<Parameter> parameters,
        Set<String> requestMembers,
        RequestReads reads,
        boolean passesBody,
        Graph graph,
        ReplyPlan reply,
        @Nullable PartsPlan parts,
        @Nullable CachePlan caching,
        ManifestDetail manifest,
        MashupEstimate estimate,
        @Nullable Duration deadline) {

    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");

    /** Returns the methods that it answers, as messages have them. */
    public List<String> methods() {
        return declaration.methods().isEmpty()
                ? List.of("any")
                : declaration.methods().stream().map(Enum::name).toList();
    }

    /** Returns the route to it, without manifest collection. */
    public MashupRoute route() {
        return route(new IncompleteReplies());
    }

    /**
     * Returns the route to it.
     *
     * @param incomplete gets the manifests of its replies that are not complete
     */
    public MashupRoute route(IncompleteReplies incomplete) {
        return new MashupRoute(
                declaration.path().text(),
                declaration.methods().stream().map(Enum::name).toList(),
                deadline,
                schedule(),
                mashup -> caching == null ? compose(mashup, incomplete) : composeForCaches(mashup, incomplete));
    }

    /** It is the same after a reload if its declaration is, wherever that stands. */
    private @Nullable ScheduleSettings schedule() {
        ScheduleDeclaration declared = declaration.schedule();
        return declared == null ? null : ScheduleSettings.of(declared.every(), declared.jitter(), declaration);
    }

    /** Returns whether elements of an array may have to wait for those before them. */
    public boolean hasRounds() {
        return graph.exchanges().stream().anyMatch(each -> each.rounds() > 1);
    }

    /** A problem in place of the reply is for nobody else: caches may keep some of them, such as a 404, where no field says otherwise. */
    private CompletionStage<Reply> composeForCaches(DefaultMashup mashup, IncompleteReplies incomplete) {
        AtomicBoolean composed = new AtomicBoolean();
        mashup.replyField(CachePlan.FIELD, () -> composed.get() ? null : CachePlan.NO_STORE);
        return compose(mashup, incomplete).thenApply(reply -> {
            composed.set(true);
            return reply;
        });
    }

    private CompletionStage<Reply> compose(DefaultMashup mashup, IncompleteReplies incomplete) {
        if (graph.passesRequests()) {
            Hops.refuseLoop(mashup.inbound());
            if (Hops.endHere(mashup.inbound())) {
                return CompletableFuture.completedStage(Reply.text("").status(Status.NO_CONTENT));
            }
        }
        RequestValue request = RequestValue.of(mashup, requestMembers, variables, parameters);
        BodySchema schema = declaration.bodySchema();
        if (schema != null && !WITHOUT_BODY.contains(mashup.inbound().method())) {
            return ClientDocument.refusal(mashup.inbound(), schema)
                    .thenCompose(refusal -> refusal == null
                            ? compose(mashup, request, incomplete)
                            : CompletableFuture.completedStage(refusal));
        }
        return compose(mashup, request, incomplete);
    }

    private CompletionStage<Reply> compose(DefaultMashup mashup, RequestValue request, IncompleteReplies incomplete) {
        CompletionStage<RequestValue> read = declaration.bodyRequired()
                        && !WITHOUT_BODY.contains(mashup.inbound().method())
                ? mashup.inbound().body().thenApply(bytes -> requireBody(bytes, request))
                : CompletableFuture.completedStage(request);
        if (passesBody) {
            read = read.thenCompose(any -> mashup.requestBody().thenApply(request::withPassedBody));
        }
        if (requestMembers.contains(RequestValue.BODY)) {
            read = read.thenCompose(any -> ClientDocument.read(mashup.inbound()).thenApply(request::withBody));
        }
        return read.thenCompose(complete -> run(mashup, complete, incomplete));
    }

    private static RequestValue requireBody(byte[] body, RequestValue request) {
        if (body.length == 0) {
            throw ProblemException.badRequest("the body of the request is missing");
        }
        return request;
    }

    private CompletionStage<Reply> run(DefaultMashup mashup, RequestValue request, IncompleteReplies incomplete) {
        MashupRun run = new MashupRun(this, mashup, request, incomplete);
        if (BrokerPool.onBrokerThread()) {
            return run.start();
        }
        // A thread of a servlet container outlives the application, and JSONata leaves its own with each that it has
        // run on.
        Context.carriedTo(mashup.broker().pool()).execute(run::start);
        return run.reply();
    }
}
