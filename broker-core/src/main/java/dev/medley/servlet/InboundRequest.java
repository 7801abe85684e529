package dev.medley.servlet;

import dev.medley.exchange.ExchangeException;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.thread.Clock;
import dev.medley.thread.ThreadLedger;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One inbound request from its arrival to its reply.
 *
 * <p>The reply of the mashup, the deadline and the client's leaving race for it; one compare-and-set on {@link #decided}
 * tells who wins, and the losers do nothing. If the request is suspended, the winner writes the reply without blocking;
 * if a thread waits for it, that one does. What takes longer to write than a buffer does is written to a suspended request
 * in any case, until the deadline: it holds for the reply to its end.
 */
final class InboundRequest {

    private static final Logger LOG = LoggerFactory.getLogger(InboundRequest.class);
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final String FAILED = "the mashup failed";
    /** What the metrics have for a client that did not wait; never sent. */
    private static final int CLIENT_GONE = 499;

    private static final Decision LEFT = new Decision(Reply.text("").status(CLIENT_GONE), true);

    private final MashupRuntime runtime;
    private final Function<Mashup, CompletionStage<Reply>> composer;
    private final String name;
    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final ServletInbound inbound;
    private final Mashup mashup;
    private final long arrivedNanos;
    private final AtomicReference<@Nullable Decision> decided = new AtomicReference<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile boolean departed;
    /** Set once the deadline has passed while the reply was being written. */
    private volatile @Nullable Problem overdue;

    private volatile @Nullable ReplyWriter writing;
    private @Nullable AsyncContext suspension;
    private Clock.@Nullable ScheduledTask deadline;

    InboundRequest(
            MashupRuntime runtime,
            Function<Mashup, CompletionStage<Reply>> composer,
            String name,
            HttpServletRequest request,
            HttpServletResponse response) {
        this.runtime = runtime;
        this.composer = composer;
        this.name = name;
        this.request = request;
        this.response = response;
        arrivedNanos = clock().nanoTime();
        inbound = new ServletInbound(request, runtime.maxRequestBody());
        mashup = new Mashup(runtime.broker(), inbound);
    }

    // ---- For the execution modes. -------------------------------------------------------------------------------

    /** Whether the container lets the request be suspended. */
    boolean maySuspend() {
        return request.isAsyncSupported();
    }

    /** Whether it has to be suspended before its mashup runs, as the mashup may want to read it. */
    boolean mayHaveBody() {
        return inbound.mayHaveBody();
    }

    /** Replies that the application is not as it should be. */
    void refuse() throws IOException {
        LOG.error(
                "mashup {} cannot answer {}: it, or a filter before it, was registered without asyncSupported = true",
                name,
                request.getRequestURI());
        decide(Problem.of(INTERNAL_ERROR, FAILED).toReply());
        replyHere();
    }

    /** The request lets go of its thread, until it is decided. */
    AsyncContext suspend() {
        AsyncContext context = request.startAsync(request, response);
        context.setTimeout(0);
        context.addListener(new Departure());
        suspension = context;
        return context;
    }

    /** From now on the deadline counts; {@link #compose()} sees to it by itself. */
    void startDeadline() {
        if (deadline == null) {
            deadline = clock().schedule(runtime.deadline().toNanos(), this::expire);
        }
    }

    /** Runs the mashup. Does not wait for its reply. */
    void compose() {
        startDeadline();
        ThreadLedger.Work work = work();
        try {
            if (decided.get() == null) {
                composer.apply(mashup).whenComplete((reply, failure) -> {
                    if (reply != null) {
                        decide(reply);
                    } else {
                        decideFailure(failure);
                    }
                });
            }
        } catch (RuntimeException | Error x) {
            decideFailure(x);
        } finally {
            work.close();
        }
    }

    /** Waits until it is decided; the deadline sees to it that it will be. */
    void await() {
        try {
            done.await();
        } catch (InterruptedException x) {
            Thread.currentThread().interrupt();
            decide(Problem.of(UNAVAILABLE, "the server stops").toReply());
        }
    }

    /** Writes the reply on the thread that waited for it; a large one goes on without it. */
    void replyHere() throws IOException {
        Decision decision = decided.get();
        if (decision == null) {
            throw new IllegalStateException(name + " is not decided");
        }
        ThreadLedger.Work work = work();
        try {
            ReplyWriter writer = writer(decision);
            if (writer.isSmall()) {
                writer.writeHere();
            } else {
                write(writer, suspend());
            }
        } finally {
            work.close();
        }
    }

    /** A stretch of work of the calling thread for this request. */
    ThreadLedger.Work work() {
        return runtime.broker().ledger().inboundWork();
    }

    /** Replies so, unless something else was first. */
    void decide(Reply reply) {
        decide(new Decision(reply, false));
    }

    // ---- The race, and what follows. ----------------------------------------------------------------------------

    private void expire() {
        Problem problem = mashup.expired(runtime.deadline().toMillis());
        if (!decide(new Decision(problem.toReply(), false))) {
            overdue = problem;
            ReplyWriter writer = writing;
            if (writer != null) {
                writer.breakOff(problem);
            }
        }
    }

    private void decideFailure(@Nullable Throwable failure) {
        if (decided.get() != null) {
            // Too late, and maybe of no interest: what follows a cancellation is not told, either.
            return;
        }
        Throwable cause = failure instanceof CompletionException x && x.getCause() != null ? x.getCause() : failure;
        decide(problemOf(cause).toReply());
    }

    private boolean decide(Decision decision) {
        if (!decided.compareAndSet(null, decision)) {
            return false;
        }
        ThreadLedger.Work work = work();
        try {
            if (decision.reply.stream() == null) {
                letGo();
            }
            AsyncContext suspended = suspension;
            if (suspended != null) {
                if (decision.clientGone) {
                    ended(decision.reply.status(), true);
                } else {
                    write(writer(decision), suspended);
                }
            }
        } finally {
            work.close();
            done.countDown();
        }
        return true;
    }

    private void write(ReplyWriter writer, AsyncContext suspended) {
        writing = writer;
        writer.writeAndComplete(suspended);
        // Who came before there was something to end has left word.
        if (departed) {
            writer.clientGone();
        }
        Problem late = overdue;
        if (late != null) {
            writer.breakOff(late);
        }
    }

    /** The reply is out, or has failed on its way. */
    private void ended(int status, boolean clientGone) {
        Clock.ScheduledTask alarm = deadline;
        if (alarm != null) {
            alarm.cancel();
        }
        letGo();
        runtime.replied(new RequestSummary(name, status, clock().nanoTime() - arrivedNanos, clientGone));
    }

    /** Nothing that still comes is wanted, from partners or from the client. */
    private void letGo() {
        mashup.cancel();
        inbound.over();
    }

    private ReplyWriter writer(Decision decision) {
        return new ReplyWriter(response, decision.reply, mashup, arrivedNanos, clock(), this::ended);
    }

    private Problem problemOf(@Nullable Throwable cause) {
        if (cause instanceof ExchangeException x) {
            return Problem.of(x);
        }
        if (cause instanceof ProblemException x) {
            return x.problem();
        }
        LOG.error("mashup {} failed on {} {}", name, request.getMethod(), request.getRequestURI(), cause);
        return Problem.of(INTERNAL_ERROR, FAILED);
    }

    private Clock clock() {
        return runtime.broker().clock();
    }

    /** What it was decided to do: to reply, or to leave it, as nobody is there any more. */
    private record Decision(Reply reply, boolean clientGone) {}

    /** The container reports that the client is gone, or that it could not go on. */
    private final class Departure implements AsyncListener {

        @Override
        public void onError(AsyncEvent event) {
            departed = true;
            decide(LEFT);
            // If a reply was decided on before, it may wait for what will not come: a partner's next part, the client.
            ReplyWriter writer = writing;
            if (writer != null) {
                writer.clientGone();
            }
        }

        @Override
        public void onTimeout(AsyncEvent event) {
            // None is set: the deadline is Medley's own.
        }

        @Override
        public void onComplete(AsyncEvent event) {
            // Medley completes, and has done what it had to.
        }

        @Override
        public void onStartAsync(AsyncEvent event) {
            // A request is suspended once.
        }
    }
}
