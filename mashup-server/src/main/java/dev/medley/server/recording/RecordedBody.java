package dev.medley.server.recording;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.medley.server.recording.internal.RecordingJson;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A body. In a file it is a JSON document where it is one that is written as it was, but for blanks between its tokens; else text
 * where it is UTF-8; else base64. Immutable.
 */
public final class RecordedBody {

    /** A body of no bytes. */
    static final RecordedBody EMPTY = new RecordedBody(new byte[0], 0);

    private final byte[] bytes;
    private final long length;

    private RecordedBody(byte[] bytes, long length) {
        this.bytes = bytes;
        this.length = length;
    }

    /** Returns the body of {@code bytes}, which must not be changed. */
    public static RecordedBody of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new RecordedBody(bytes, bytes.length);
    }

    /** Returns a body of {@code length} bytes, of which {@code start} has the first ones. */
    public static RecordedBody startOf(byte[] start, long length) {
        return new RecordedBody(start, Math.max(length, start.length));
    }

    /**
     * The body in a file.
     *
     * @param json as the document that it is; or null
     * @param text as text; or null
     * @param base64 as base64; or null
     * @param length of the whole in bytes, if this is only its beginning; else null
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Form(
            @Nullable JsonNode json,
            @Nullable String text,
            @Nullable String base64,
            @Nullable Long length) {}

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static RecordedBody of(Form form) {
        byte[] bytes;
        if (form.json != null) {
            bytes = RecordingJson.COMPACT.writeValueAsBytes(form.json);
        } else if (form.text != null) {
            bytes = form.text.getBytes(StandardCharsets.UTF_8);
        } else if (form.base64 != null) {
            bytes = Base64.getDecoder().decode(form.base64);
        } else {
            throw new IllegalArgumentException("a body without content; expected json, text or base64");
        }
        return startOf(bytes, form.length == null ? bytes.length : form.length);
    }

    @JsonValue
    Form form() {
        Long whole = isWhole() ? null : length;
        JsonNode json = json();
        if (json != null && Arrays.equals(RecordingJson.COMPACT.writeValueAsBytes(json), withoutBlanks())) {
            return new Form(json, null, null, whole);
        }
        String text = text();
        return text == null
                ? new Form(null, null, Base64.getEncoder().encodeToString(bytes), whole)
                : new Form(null, text, null, whole);
    }

    private byte[] withoutBlanks() {
        return RecordingJson.withoutBlanks(bytes);
    }

    /** Returns the bytes that are kept; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the number of bytes that the body had. */
    public long length() {
        return length;
    }

    /** Returns whether all of its bytes are kept. */
    public boolean isWhole() {
        return length == bytes.length;
    }

    /** Returns the tree of the document that it is; null if it is none. */
    @Nullable
    public JsonNode json() {
        if (bytes.length == 0) {
            return null;
        }
        try {
            return RecordingJson.MAPPER.readTree(bytes);
        } catch (JacksonException | NumberFormatException x) {
            // Any body may be none, and there is no other way to find out.
            return null;
        }
    }

    /** Returns the text that it is; null if it is not UTF-8. */
    @Nullable
    public String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException x) {
            return null;
        }
    }
}
