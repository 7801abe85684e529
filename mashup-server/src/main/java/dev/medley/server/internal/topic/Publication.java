package dev.medley.server.internal.topic;

import dev.medley.connection.Header;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.exchange.Refusals;
import dev.medley.thread.internal.BodyExecutor;
import dev.medley.topic.Position;
import dev.medley.topic.PublicationException;
import dev.medley.topic.Topics;
import dev.medley.topic.internal.Dispatcher;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.io.Content;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the body of a request: one document, or a document a line. It reads on once the log has a message, so that a client that is
 * too fast waits. One thread at a time works for it.
 */
final class Publication implements Runnable {

    /** Messages of one turn, some 0.2 ms. */
    private static final int AT_A_TIME = 64;

    private final Dispatcher dispatcher;
    private final Content.Source body;
    private final Topics topics;
    private final String subject;
    private final @Nullable String id;
    private final boolean lines;
    private final long maxMessage;
    private final Supplier<@Nullable Problem> quotas;
    private final BodyExecutor bodies;
    private final Consumer<Reply> end;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private Content.@Nullable Chunk chunk;
    private int published;
    private long line = 1;
    private @Nullable Position last;

    /**
     * Creates a publication; {@link #run} begins it.
     *
     * @param dispatcher which a batch that is long leaves to others from time to time
     * @param id of the document; null for none
     * @param lines whether each line is a document
     * @param quotas takes the tokens of each message behind the first, and gives the problem that refuses it; null for none
     * @param bodies checks large documents
     * @param end called once, with the reply
     */
    Publication(
            Dispatcher dispatcher,
            Content.Source body,
            Topics topics,
            String subject,
            @Nullable String id,
            boolean lines,
            long maxMessage,
            Supplier<@Nullable Problem> quotas,
            BodyExecutor bodies,
            Consumer<Reply> end) {
        this.dispatcher = dispatcher;
        this.body = body;
        this.topics = topics;
        this.subject = subject;
        this.id = id;
        this.lines = lines;
        this.maxMessage = maxMessage;
        this.quotas = quotas;
        this.bodies = bodies;
        this.end = end;
    }

    /** Reads what there is, and publishes it. */
    @Override
    public void run() {
        while (true) {
            Content.Chunk current = chunk;
            if (current == null) {
                current = body.read();
                if (current == null) {
                    body.demand(this);
                    return;
                }
                chunk = current;
            }
            if (Content.Chunk.isFailure(current)) {
                // Nobody is there to be replied to, or the reply to what was malformed is on its way.
                finish(Problem.of(Status.BAD_REQUEST, "the body is not complete" + before())
                        .toReply());
                return;
            }
            if (!takeLine(current)) {
                return;
            }
        }
    }

    /** Takes bytes up to the end of a line, or of the chunk. Returns whether to go on at once. */
    private boolean takeLine(Content.Chunk current) {
        ByteBuffer bytes = current.getByteBuffer();
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (lines && next == '\n') {
                return publishNext();
            }
            if (message.size() == maxMessage) {
                return finish(Problem.of(
                                Status.CONTENT_TOO_LARGE,
                                "%sthe message is larger than %d bytes%s".formatted(place(), maxMessage, before()))
                        .toReply());
            }
            message.write(next);
        }
        boolean isLast = current.isLast();
        current.release();
        chunk = null;
        if (!isLast) {
            return true;
        }
        chunk = Content.Chunk.EOF;
        if (lines && isBlank()) {
            return finish(done());
        }
        boolean goesOn = publishNext();
        return goesOn && finish(done());
    }

    private boolean isBlank() {
        return message.toString(StandardCharsets.ISO_8859_1).isBlank();
    }

    /** Publishes what was taken. Returns whether to go on at once. */
    private boolean publishNext() {
        if (lines && isBlank()) {
            message.reset();
            line++;
            return true;
        }
        Problem refusal = published == 0 ? null : quotas.get();
        if (refusal != null) {
            Problem problem = Problem.of(refusal.status(), place() + refusal.detail() + before());
            for (Header header : refusal.toReply().headers()) {
                problem = problem.header(header.name(), header.value());
            }
            return finish(problem.toReply());
        }
        byte[] document = message.toByteArray();
        message.reset();
        if (bodies.isFor(document.length)) {
            bodies.execute(() -> publish(document), (begun, failure) -> {
                if (begun == null) {
                    goOn(null, failure);
                } else {
                    begun.whenComplete(this::goOn);
                }
            });
            return false;
        }
        CompletionStage<Position> position;
        try {
            position = publish(document);
        } catch (ProblemException | PublicationException x) {
            return finish(refused(x));
        }
        CompletableFuture<Position> asked = position.toCompletableFuture();
        if (asked.isDone() && !asked.isCompletedExceptionally()) {
            count(asked.join());
            if (published % AT_A_TIME == 0) {
                // Others first: a batch may be long.
                dispatcher.executeBehindOthers(this);
                return false;
            }
            return true;
        }
        position.whenComplete(this::goOn);
        return false;
    }

    private CompletionStage<Position> publish(byte[] document) {
        Json json;
        try {
            json = Json.parse(document);
        } catch (MalformedJsonException x) {
            throw new ProblemException(Refusals.problem(x));
        }
        return id == null ? topics.publish(subject, json) : topics.publish(subject, json, id);
    }

    private void goOn(@Nullable Position position, @Nullable Throwable failure) {
        if (position == null) {
            finish(
                    failure == null
                            ? Problem.of(Status.SERVICE_UNAVAILABLE, "the message is not published" + before())
                                    .toReply()
                            : refused(failure));
            return;
        }
        count(position);
        if (chunk == Content.Chunk.EOF) {
            finish(done());
        } else {
            run();
        }
    }

    private void count(Position position) {
        published++;
        line++;
        last = position;
    }

    private Reply refused(Throwable failure) {
        Problem problem = Refusals.problem(failure);
        return Problem.of(problem.status(), place() + problem.detail() + before())
                .toReply();
    }

    private String place() {
        return lines ? "line %d: ".formatted(line) : "";
    }

    private String before() {
        return published == 0 ? "" : "; the %d messages before are published, up to %s".formatted(published, last);
    }

    private Reply done() {
        Map<String, Object> document = new LinkedHashMap<>();
        if (lines) {
            document.put("published", published);
        }
        if (last != null) {
            document.put("position", last.toString());
        }
        return Reply.json(document);
    }

    /** Ends with {@code reply}; false, because there is nothing more to do. */
    private boolean finish(Reply reply) {
        Content.Chunk left = chunk;
        chunk = Content.Chunk.EOF;
        if (left != null) {
            left.release();
        }
        end.accept(reply);
        return false;
    }
}
