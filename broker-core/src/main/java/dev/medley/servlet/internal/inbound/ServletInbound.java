package dev.medley.servlet.internal.inbound;

import dev.medley.account.internal.BodyBuffer;
import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.internal.dispatch.BrokerStage;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import dev.medley.servlet.internal.routing.MashupDescription;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ExecutionTarget;
import dev.medley.thread.internal.ledger.RequestPhase;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.thread.internal.ledger.ThreadLedger;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The container's request as an {@link Inbound}. Its body is read without blocking, in every execution mode. */
public final class ServletInbound extends ServletHead {

    private static final Logger LOG = LoggerFactory.getLogger(ServletInbound.class);
    private static final String UNKNOWN_TYPE = "application/octet-stream";
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD");

    private final ExecutionTarget executionTarget;
    private final int maxBody;
    private final BrokerPool pool;
    private final ClientAccount account;
    private final RequestPhases phases;
    private final ThreadLedger ledger;
    private final Runnable bodyBrokenOff;
    /** The body, once it has been asked for. */
    private final AtomicReference<@Nullable CompletableFuture<byte[]>> body = new AtomicReference<>();

    /** The bytes of a body that is read whole. */
    private volatile @Nullable BodyBuffer held;

    /** The body, if it is streamed. */
    private volatile @Nullable BodyPublisher streamed;

    /** Held while the reading of the body begins, and while the request ends. */
    private final ReentrantLock reading = new ReentrantLock();

    /** Creates the inbound request of a servlet's request. */
    public ServletInbound(
            HttpServletRequest request,
            MashupDescription mashup,
            ExecutionTarget executionTarget,
            int maxBody,
            BrokerPool pool,
            ClientAccount account,
            RequestPhases phases,
            ThreadLedger ledger,
            Runnable bodyBrokenOff) {
        super(request, mashup);
        this.phases = phases;
        this.ledger = ledger;
        this.account = account;
        this.executionTarget = executionTarget;
        this.pool = pool;
        this.bodyBrokenOff = bodyBrokenOff;
        this.maxBody = maxBody;
    }

    /** The client has left before there is a reply: for who asks the container's request. */
    public void markClientGone() {
        request().setAttribute(RequestSummary.CLIENT_GONE, true);
    }

    @Override
    public CompletionStage<byte[]> body() {
        CompletableFuture<byte[]> mine = new BrokerStage<>(pool);
        CompletableFuture<byte[]> asked = body.compareAndExchange(null, mine);
        if (asked != null) {
            return asked;
        }
        read(mine);
        return mine;
    }

    @Override
    public RequestBody streamedBody() {
        IllegalStateException asked = new IllegalStateException("the body of the request is streamed to a partner");
        if (!body.compareAndSet(null, CompletableFuture.failedFuture(asked))) {
            throw new IllegalStateException(
                    "streamedBody() after body() or streamedBody(): a body can be read only once");
        }
        return read("the body", () -> {
            String given = givenType();
            String type = given == null ? UNKNOWN_TYPE : given;
            return mayHaveBody()
                    ? RequestBody.stream(type, contentEncoding(), request().getContentLengthLong(), publisher())
                    : RequestBody.of(type, new byte[0]);
        });
    }

    private BodyPublisher publisher() {
        try {
            BodyPublisher made = new BodyPublisher(unread(request().getInputStream()), bodyBrokenOff, account);
            streamed = made;
            return made;
        } catch (IOException x) {
            throw brokenOff(x);
        } catch (RuntimeException x) {
            throw unreadable(x);
        }
    }

    /**
     * Returns whether a body may follow, for which the request must be suspended. Over HTTP/2 a body need not be announced;
     * a GET or HEAD without an announced length counts as one without a body.
     */
    public boolean mayHaveBody() {
        long length = request().getContentLengthLong();
        if (length >= 0) {
            return length > 0;
        }
        return request().getProtocol().startsWith("HTTP/1.")
                ? request().getHeader("Transfer-Encoding") != null
                : !WITHOUT_BODY.contains(method());
    }

    /** Returns whether a body that is streamed has broken off: the container may have ended the request then. */
    public boolean brokenOff() {
        BodyPublisher publisher = streamed;
        return publisher != null && publisher.brokenOff();
    }

    /** Ends the wait for the body, which is not needed any more. */
    public void over() {
        reading.lock();
        try {
            markOver();
        } finally {
            reading.unlock();
        }
        BodyPublisher publisher = streamed;
        if (publisher != null) {
            publisher.over();
        }
        CompletableFuture<byte[]> asked = body.get();
        if (asked != null && !asked.isDone()) {
            asked.completeExceptionally(noLongerWanted());
        }
    }

    /** Gives the bytes of the body back to the account, because the request has ended. After {@link #over()}. */
    public void release() {
        BodyBuffer bytes = held;
        if (bytes != null) {
            bytes.release();
        }
        BodyPublisher publisher = streamed;
        if (publisher != null) {
            publisher.release();
        }
    }

    private void read(CompletableFuture<byte[]> whole) {
        if (isOver()) {
            whole.completeExceptionally(noLongerWanted());
            return;
        }
        if (!mayHaveBody()) {
            whole.complete(new byte[0]);
            return;
        }
        if (request().getContentLengthLong() > maxBody) {
            whole.completeExceptionally(tooLarge());
            return;
        }
        try {
            long announced = request().getContentLengthLong();
            BodyBuffer bytes = new BodyBuffer(maxBody, announced, account);
            held = bytes;
            start(new BodyReader(
                    request().getInputStream(),
                    announced > 0,
                    bytes,
                    this::tooLarge,
                    this::noCapacity,
                    bodyBrokenOff,
                    whole,
                    executionTarget,
                    phases,
                    ledger,
                    pool));
        } catch (IOException x) {
            whole.completeExceptionally(brokenOff(x));
        } catch (RuntimeException x) {
            whole.completeExceptionally(isOver() ? noLongerWanted() : unreadable(x));
        }
    }

    /** Begins to read, unless it is over: then the container may use the stream for another request. */
    private void start(BodyReader reader) {
        reading.lock();
        try {
            if (!isOver()) {
                reader.start();
                // If it has been read by now, its end has been counted before.
                phases.begin(RequestPhase.READING);
            }
        } finally {
            reading.unlock();
        }
    }

    /** Refuses a stream from which bytes were expected, and which has ended. */
    private ServletInputStream unread(ServletInputStream in) {
        if (request().getContentLengthLong() > 0 && in.isFinished()) {
            throw UnreadableBodyException.readBefore();
        }
        return in;
    }

    /** The failure of a body that the container, or the wrapper of a filter, does not let a mashup read. */
    static UnreadableBodyException unreadable(RuntimeException failure) {
        return failure instanceof UnreadableBodyException known
                ? known
                : new UnreadableBodyException(
                        "the body of the request cannot be read; expected that no filter has taken its reader, and that the"
                                + " stream of a filter's wrapper has setReadListener",
                        failure);
    }

    /** The problem of a body that broke off: a failure of the client, and not of the mashup. */
    public static ProblemException brokenOff(Throwable failure) {
        LOG.debug("the body of a request did not arrive whole", failure);
        return ProblemException.badRequest("the body did not arrive whole");
    }

    static ProblemException noLongerWanted() {
        return ProblemException.badRequest("the mashup was over before the body had arrived");
    }

    private ProblemException noCapacity() {
        return new ProblemException(
                Status.SERVICE_UNAVAILABLE,
                "the server has reached its limit of held bytes: max-held-bytes is " + account.limit());
    }

    private ProblemException tooLarge() {
        return new ProblemException(Status.CONTENT_TOO_LARGE, "the body is larger than " + maxBody + " bytes");
    }
}
