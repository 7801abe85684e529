package dev.medley.servlet.internal.reply;

import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.thread.internal.BodyExecutor;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The form in which a client gets the reply of a mashup: with an entity tag, if caches may keep it; none of it, if the client has it
 * already; compressed, if the client prefers that. Replies that are streamed stay as they are. Immutable.
 *
 * @param compression the rules of compression
 */
public record ReplyForm(ReplyCompression compression) {

    /** The form without configuration. */
    public static final ReplyForm DEFAULT = new ReplyForm(ReplyCompression.NONE);

    /** The largest body that is read once more, to be compressed or for its entity tag. */
    static final int MAX_DERIVED = 1 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(ReplyForm.class);
    private static final byte[] NOTHING = {};
    private static final int NOT_MODIFIED = 304;
    private static final String VARY = "Vary";
    private static final String ACCEPT_ENCODING = "Accept-Encoding";
    private static final String HEAD = "HEAD";
    private static final Set<String> SAFE = Set.of("GET", HEAD);
    /** Fields about a body, which a 304 does not have (RFC 9110, section 15.4.5). */
    private static final Set<String> OF_BODY =
            Set.of("accept-ranges", "content-disposition", "content-encoding", "content-language", "last-modified");

    /** Returns the bytes of {@code reply} that {@link #of} reads, to be compressed or for its tag; 0 at once for the body of few. */
    public long bytesToRead(Reply reply, String method, HttpServletRequest request) {
        int length = reply.body().length;
        boolean reads = length > BodyExecutor.LARGE
                && ((isTagged(reply, method) && EntityTags.reads(reply))
                        || (varies(reply, method) && prefersGzip(request)));
        return reads ? length : 0;
    }

    private static boolean isTagged(Reply reply, String method) {
        return reply.status() == Status.OK && SAFE.contains(method);
    }

    /** The reply to a HEAD that a partner answered has the length that its body would have, and no body. */
    private boolean varies(Reply reply, String method) {
        return (isWhole(reply) || method.equals(HEAD)) && compression.applies(reply);
    }

    private static boolean isWhole(Reply reply) {
        return reply.body().length == reply.length();
    }

    private static boolean prefersGzip(HttpServletRequest request) {
        return AcceptedCodings.preferGzip(values(request, ACCEPT_ENCODING));
    }

    /** Returns {@code reply} in the form for the client that sent {@code request}, whose method is {@code method}. */
    public Reply of(Reply reply, String method, HttpServletRequest request) {
        if (reply.stream() != null) {
            return reply;
        }
        String tag = isTagged(reply, method) ? EntityTags.of(reply) : null;
        boolean varies = varies(reply, method);
        boolean compressed = varies && prefersGzip(request);
        if (tag == null && !varies) {
            return reply;
        }
        List<Header> fields = fields(reply.headers(), varies, compressed, tag);
        if (tag != null && EntityTags.list(values(request, "If-None-Match"), compressed ? coded(tag) : tag)) {
            return notModified(fields);
        }
        return compressed ? compressed(reply).status(reply.status()).headers(fields) : reply.headers(fields);
    }

    /** Returns the values of a field; none if the client has left, and the container has taken the request back. */
    private static List<String> values(HttpServletRequest request, String field) {
        try {
            Enumeration<String> values = request.getHeaders(field);
            return values == null ? List.of() : Collections.list(values);
        } catch (RuntimeException x) {
            LOG.debug("the fields of a request cannot be read any more", x);
            return List.of();
        }
    }

    private static String coded(String tag) {
        return EntityTags.coded(tag, ReplyCompression.CODING);
    }

    private static List<Header> fields(List<Header> own, boolean varies, boolean compressed, @Nullable String tag) {
        List<Header> fields = new ArrayList<>(own.size() + 3);
        boolean listed = false;
        for (Header header : own) {
            boolean isVary = varies && header.name().equalsIgnoreCase(VARY);
            if (isVary && !listed) {
                fields.add(new Header(VARY, withEncoding(header.value())));
                listed = true;
            } else if (tag == null || !header.name().equalsIgnoreCase(EntityTags.FIELD)) {
                fields.add(header);
            }
        }
        if (varies && !listed) {
            fields.add(new Header(VARY, ACCEPT_ENCODING));
        }
        if (compressed) {
            fields.add(new Header("Content-Encoding", ReplyCompression.CODING));
        }
        if (tag != null) {
            fields.add(new Header(EntityTags.FIELD, compressed ? coded(tag) : tag));
        }
        return fields;
    }

    private static String withEncoding(String vary) {
        String lower = vary.toLowerCase(Locale.ROOT);
        return lower.contains("*") || lower.contains("accept-encoding") ? vary : vary + ", " + ACCEPT_ENCODING;
    }

    private static Reply notModified(List<Header> fields) {
        return Reply.bytes("", NOTHING)
                .status(NOT_MODIFIED)
                .headers(fields.stream()
                        .filter(field -> !OF_BODY.contains(field.name().toLowerCase(Locale.ROOT)))
                        .toList());
    }

    private static Reply compressed(Reply reply) {
        return isWhole(reply)
                ? Reply.bytes(reply.type(), ReplyCompression.compressed(reply.body()))
                : Reply.stream(reply.type(), subscriber -> {});
    }
}
