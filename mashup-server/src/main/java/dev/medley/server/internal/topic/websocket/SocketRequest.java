package dev.medley.server.internal.topic.websocket;

import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Status;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a client asks for over a WebSocket. Immutable. */
public final class SocketRequest {

    private static final String DATA = "data";

    private final Json document;
    private final Members members;

    /** All but the message to publish, which stays as it came: numbers of any size and precision are the client's. */
    private record Members(
            @Nullable JsonNode type,
            @Nullable JsonNode id,
            @Nullable JsonNode subject,
            @Nullable JsonNode after,
            @Nullable JsonNode name,
            @Nullable JsonNode position,
            @Nullable JsonNode key) {

        static final Members NONE = new Members(null, null, null, null, null, null, null);
    }

    private SocketRequest(Json document, Members members) {
        this.document = document;
        this.members = members;
    }

    /**
     * Reads a request.
     *
     * @throws MalformedJsonException if {@code utf8} is not JSON
     * @throws IllegalArgumentException if a member is none that a request has
     */
    public static SocketRequest parse(byte[] utf8) throws MalformedJsonException {
        Json document = Json.parse(utf8);
        boolean isObject = utf8[afterBlanks(utf8, 0)] == '{';
        return new SocketRequest(document, isObject ? document.as(Members.class) : Members.NONE);
    }

    /** Returns the id; null if it has none that is a whole number. */
    public @Nullable Integer id() {
        JsonNode given = members.id();
        return given == null || !given.isInt() ? null : given.asInt();
    }

    /** Returns what is asked for; a problem if it is missing, or no text. */
    public String type() {
        return text("type", members.type());
    }

    /** Returns the subject, or the pattern; a problem if it is missing, or no text. */
    public String subject() {
        return text("subject", members.subject());
    }

    /** Returns the position that is acknowledged; a problem if it is missing, or no text. */
    public String position() {
        return text("position", members.position());
    }

    /** Returns where the subscription begins; null without, a problem if it is no text. */
    public @Nullable String after() {
        return optionalText("after", members.after());
    }

    /** Returns the name of the subscription; null without, a problem if it is no text. */
    public @Nullable String name() {
        return optionalText("name", members.name());
    }

    /** Returns what a message is known again by; null without, a problem if it is no text. */
    public @Nullable String key() {
        return optionalText("key", members.key());
    }

    /**
     * Returns the message to publish, byte by byte as it came.
     *
     * @throws ProblemException if there is none
     */
    public Json data() throws MalformedJsonException {
        byte[] bytes = document.bytes();
        int at = afterBlanks(bytes, afterBlanks(bytes, 0) + 1);
        while (bytes[at] == '"') {
            int endOfName = endOfText(bytes, at);
            int value = afterBlanks(bytes, afterBlanks(bytes, endOfName) + 1);
            int end = endOfValue(bytes, value);
            if (isData(bytes, at, endOfName)) {
                return Json.parse(Arrays.copyOfRange(bytes, value, end));
            }
            at = afterBlanks(bytes, end);
            if (bytes[at] == ',') {
                at = afterBlanks(bytes, at + 1);
            }
        }
        throw bad("data is missing; expected the message");
    }

    private static boolean isData(byte[] bytes, int from, int to) throws MalformedJsonException {
        String quoted = new String(bytes, from, to - from, StandardCharsets.UTF_8);
        return quoted.indexOf('\\') < 0
                ? quoted.equals('"' + DATA + '"')
                : Json.parse(quoted.getBytes(StandardCharsets.UTF_8))
                        .as(String.class)
                        .equals(DATA);
    }

    // ---- Places in a document that is well-formed.
    // --------------------------------------------------------------------

    private static int afterBlanks(byte[] bytes, int from) {
        int at = from;
        while (isBlank(bytes[at])) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }

    private static int endOfText(byte[] bytes, int from) {
        int at = from + 1;
        while (bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        return at + 1;
    }

    private static int endOfValue(byte[] bytes, int from) {
        int depth = 0;
        int at = from;
        while (true) {
            switch (bytes[at]) {
                case '"' -> at = endOfText(bytes, at);
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> at++;
            }
            // Behind a value in the outermost object there is a comma, a blank, or the end of that.
            if (depth == 0 && (bytes[at] == ',' || bytes[at] == '}' || isBlank(bytes[at]))) {
                return at;
            }
        }
    }

    private static String text(String name, @Nullable JsonNode value) {
        String text = optionalText(name, value);
        if (text == null) {
            throw bad("%s is missing; expected a text".formatted(name));
        }
        return text;
    }

    private static @Nullable String optionalText(String name, @Nullable JsonNode value) {
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw bad("%s is not a text".formatted(name));
        }
        return value.asString();
    }

    /** Returns the exception that a wrong request is answered with. */
    public static ProblemException bad(String detail) {
        return new ProblemException(Problem.of(Status.BAD_REQUEST, detail));
    }
}
