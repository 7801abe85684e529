package dev.medley.server.internal.topic;

import dev.medley.mashup.Problem;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.server.internal.topic.exchange.TopicExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** A file of the JavaScript client, which is public: its source or its types. Immutable. */
final class ClientFile {

    /** Below the path of topics. No subject has a slash. */
    private static final Map<String, ClientFile> BY_PATH = Map.of(
            "-/client.js", read("medley-topics.js", "text/javascript; charset=utf-8"),
            "-/client.d.ts", read("medley-topics.d.ts", "text/plain; charset=utf-8"));

    private static final Set<String> METHODS = Set.of("GET", "HEAD");
    private static final int TAG_BYTES = 8;
    private static final Pattern COMMA = Pattern.compile(",", Pattern.LITERAL);

    private final String type;
    private final byte[] text;
    private final String tag;

    private ClientFile(String type, byte[] text, String tag) {
        this.type = type;
        this.text = text;
        this.tag = tag;
    }

    /** Returns the file at a path below that of topics; null if there is none. */
    static @Nullable ClientFile find(String path) {
        return BY_PATH.get(path);
    }

    private static ClientFile read(String name, String type) {
        try (InputStream in = ClientFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the JAR has no " + name);
            }
            byte[] text = in.readAllBytes();
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
            return new ClientFile(type, text, '"' + HexFormat.of().formatHex(Arrays.copyOf(hash, TAG_BYTES)) + '"');
        } catch (IOException x) {
            throw new UncheckedIOException(x);
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException("each JVM has SHA-256", x);
        }
    }

    /** Returns the reply with it. */
    Reply reply(TopicExchange exchange) {
        if (!METHODS.contains(exchange.method())) {
            throw new ProblemException(Problem.of(Status.METHOD_NOT_ALLOWED, "expected GET or HEAD")
                    .header("Allow", "GET, HEAD"));
        }
        boolean isKnown = isAmong(exchange.fields().getValuesList(HttpHeader.IF_NONE_MATCH));
        return Reply.bytes(type, isKnown ? new byte[0] : text)
                .status(isKnown ? HttpStatus.NOT_MODIFIED_304 : Status.OK)
                .header("ETag", tag)
                .header("Cache-Control", "max-age=300");
    }

    private boolean isAmong(List<String> tags) {
        // A proxy that compresses makes the tag a weak one. Ours has no comma.
        return tags.stream()
                .flatMap(COMMA::splitAsStream)
                .map(String::strip)
                .anyMatch(each -> each.equals(tag) || each.equals("W/" + tag) || each.equals("*"));
    }
}
