package dev.medley.stubs;

import dev.medley.stubs.internal.endpoint.Pieces;
import dev.medley.stubs.internal.endpoint.StubResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * One answer of {@link PartnerStubs} to a request: a status, header fields and a body, or a misbehaviour, either after a delay.
 * Immutable: each method returns another answer.
 *
 * <pre>{@code
 * stubs.answer("GET", "/users/7", StubAnswer.status(503).header("Retry-After", "1"), StubAnswer.json(200, "{\"id\":7}"));
 * stubs.answer("GET", "/news", StubAnswer.misbehaviour(StubMisbehaviour.RESET).delay(Duration.ofMillis(50)));
 * }</pre>
 */
public final class StubAnswer {

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");
    private static final List<String> FRAMING =
            List.of("content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "trailer");

    private final int status;
    private final HttpFields fields;
    private final byte[] body;
    private final long delay;
    private final @Nullable StubMisbehaviour misbehaviour;
    private final @Nullable CompletionStage<?> release;

    private StubAnswer(
            int status,
            HttpFields fields,
            byte[] body,
            long delay,
            @Nullable StubMisbehaviour misbehaviour,
            @Nullable CompletionStage<?> release) {
        this.status = status;
        this.fields = fields;
        this.body = body;
        this.delay = delay;
        this.misbehaviour = misbehaviour;
        this.release = release;
    }

    /**
     * Returns an answer without a body.
     *
     * @throws IllegalArgumentException unless {@code status} is from 200 to 599
     */
    public static StubAnswer status(int status) {
        return new StubAnswer(requireStatus(status), HttpFields.EMPTY, new byte[0], 0, null, null);
    }

    /**
     * Returns an answer with a body of type {@code application/json}, which is sent as it is; without type if it is empty.
     *
     * @throws IllegalArgumentException unless {@code status} is from 200 to 599, and may have a body
     */
    public static StubAnswer json(int status, String json) {
        return json.isEmpty()
                ? status(status)
                : body(status, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns an answer with a body of any type.
     *
     * @param contentType empty for none
     * @throws IllegalArgumentException unless {@code status} is from 200 to 599, and may have a body
     */
    public static StubAnswer body(int status, String contentType, byte[] body) {
        if (HttpStatus.hasNoBody(requireStatus(status)) && body.length > 0) {
            throw new IllegalArgumentException("an answer with status " + status + " has no body");
        }
        StubAnswer answer = new StubAnswer(status, HttpFields.EMPTY, body.clone(), 0, null, null);
        return contentType.isEmpty() ? answer : answer.header("Content-Type", contentType);
    }

    /** Returns a misbehaviour in place of an answer. */
    public static StubAnswer misbehaviour(StubMisbehaviour misbehaviour) {
        return new StubAnswer(200, HttpFields.EMPTY, new byte[0], 0, misbehaviour, null);
    }

    /**
     * Returns this answer with one more header field.
     *
     * @throws IllegalArgumentException if name or value are not valid in a field, or the field belongs to HTTP's framing
     */
    public StubAnswer header(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("'%s' is not a name of a header field".formatted(name));
        }
        if (!VALUE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the value of %s has a character that a header field cannot have".formatted(name));
        }
        if (FRAMING.contains(name.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(name + " belongs to HTTP's framing and cannot be chosen");
        }
        return new StubAnswer(status, HttpFields.build(fields).add(name, value), body, delay, misbehaviour, release);
    }

    /**
     * Returns this answer after a time, counted from the end of the request.
     *
     * @throws IllegalArgumentException unless {@code delay} is from 0 to 600,000 ms
     */
    public StubAnswer delay(Duration delay) {
        return new StubAnswer(status, fields, body, StubHandler.requireDelay(delay), misbehaviour, release);
    }

    /**
     * Returns this answer once a stage is complete, however that ends, and after its delay from then on; before, if the stubs are
     * reset. A request that waits holds no thread.
     */
    public StubAnswer after(CompletionStage<?> stage) {
        return new StubAnswer(status, fields, body, delay, misbehaviour, stage);
    }

    long delayMillis() {
        return delay;
    }

    @Nullable
    StubMisbehaviour misbehaviour() {
        return misbehaviour;
    }

    @Nullable
    CompletionStage<?> release() {
        return release;
    }

    HttpFields fields() {
        return fields;
    }

    StubResponse response() {
        return new StubResponse(status, fields, Pieces.of(body));
    }

    private static int requireStatus(int status) {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("the status is %d, but must be from 200 to 599".formatted(status));
        }
        return status;
    }

    @Override
    public String toString() {
        return misbehaviour == null
                ? status + " " + fields.asString().strip() + " " + new String(body, StandardCharsets.UTF_8)
                : misbehaviour.toString();
    }
}
