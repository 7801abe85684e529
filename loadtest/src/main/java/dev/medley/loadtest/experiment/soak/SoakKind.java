package dev.medley.loadtest.experiment.soak;

import dev.medley.loadtest.soak.SoakPartner;
import dev.medley.loadtest.soak.TokenLines;
import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The kinds of requests of a soak, and the reply that each of them has to get. */
enum SoakKind {
    /** Documents of two partners. */
    MERGE(35),
    /** A document, and those of partners that misbehave. */
    PARTIAL(15),
    /** A streamed body. */
    STREAM(20),
    /** A body that is held whole. */
    POST(15),
    /** A body that is streamed to the partner. */
    UPLOAD(15);

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int MOST_STREAMED = 200_000;
    private static final int MOST_SENT = 60_000;
    private static final int ALL = 100;
    private static final int SHOWN = 300;

    private final int percent;

    SoakKind(int percent) {
        this.percent = percent;
    }

    /** A kind at random. */
    static SoakKind next(Random random) {
        int at = random.nextInt(ALL);
        for (SoakKind kind : values()) {
            at -= kind.percent;
            if (at < 0) {
                return kind;
            }
        }
        return UPLOAD;
    }

    /** The bytes of the body that passes, at random. */
    int size(Random random) {
        return 1 + random.nextInt(this == STREAM ? MOST_STREAMED : MOST_SENT);
    }

    /** Returns whether the request has a body. */
    boolean sends() {
        return this == POST || this == UPLOAD;
    }

    /** Returns whether a reply may break off, since its status is out by the time at which a partner fails. */
    boolean mayBreakOff() {
        return this == STREAM;
    }

    /** The path and query of a request. */
    String target(String token, int size, boolean http2Partner) {
        String partner = http2Partner ? SoakPartner.ARCHIVE : SoakPartner.FILES;
        return switch (this) {
            case MERGE -> "/merge?token=" + token;
            case PARTIAL -> "/partial?token=" + token;
            case STREAM -> "/stream?token=%s&size=%d&from=%s".formatted(token, size, partner);
            case POST -> "/post?token=" + token;
            case UPLOAD -> "/upload?token=%s&to=%s".formatted(token, partner);
        };
    }

    /** Returns what is wrong with a reply of status 200; null if it is complete and belongs to its request. */
    @Nullable
    String problem(String token, int size, byte[] body) {
        if (this == STREAM) {
            return Arrays.equals(body, TokenLines.of(token, size))
                    ? null
                    : "%d bytes; expected %d, all made of the token".formatted(body.length, size);
        }
        JsonNode document;
        try {
            document = JSON.readTree(body);
        } catch (JacksonException x) {
            return "no JSON: " + x.getOriginalMessage();
        }
        boolean right = of(token, document)
                && switch (this) {
                    case MERGE -> of(token, document.path("order")) && of(token, document.path("user"));
                    case PARTIAL ->
                        of(token, document.path("user"))
                                && isRaw(document.path("raw"))
                                && isRaw(document.path("rawHttp2"));
                    case POST -> received(token, size, document.path("order"));
                    case UPLOAD -> received(token, size, document.path("file"));
                    case STREAM -> false;
                };
        return right ? null : "another document: " + start(document.toString());
    }

    private static String start(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    private static boolean of(String token, JsonNode document) {
        return token.equals(document.path("token").asString(""));
    }

    /** The partner has compared what it has received. */
    private static boolean received(String token, int size, JsonNode document) {
        return of(token, document)
                && document.path("bytes").asInt(-1) == size
                && document.path("right").asBoolean(false);
    }

    /** A document of a partner that misbehaves: missing, or not one that no request asked for, or that of another partner. */
    private static boolean isRaw(JsonNode document) {
        return !document.has("smuggled") && !document.has("token");
    }
}
