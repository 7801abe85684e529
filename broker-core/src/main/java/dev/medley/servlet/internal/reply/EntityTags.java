package dev.medley.servlet.internal.reply;

import dev.medley.connection.Header;
import dev.medley.mashup.Reply;
import dev.medley.mashup.Status;
import dev.medley.partner.internal.cache.CacheControl;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Entity tags of replies (RFC 9110, section 8.8.3). */
public final class EntityTags {

    static final String FIELD = "ETag";

    private static final Pattern TAG = Pattern.compile("\"[^\"]*\"");
    private static final Pattern WELL_FORMED = Pattern.compile("(W/)?\"[^\"]*\"");
    private static final int BYTES = 16;

    private EntityTags() {}

    /** Returns the tag that {@code reply} has; that of its bytes, if its {@code Cache-Control} allows caches to keep it; otherwise null. */
    static @Nullable String of(Reply reply) {
        String own = own(reply);
        if (own != null) {
            return WELL_FORMED.matcher(own).matches() ? own : null;
        }
        return isOfBytes(reply) ? ofBytes(reply) : null;
    }

    private static @Nullable String own(Reply reply) {
        String own = null;
        for (Header header : reply.headers()) {
            if (header.name().equalsIgnoreCase(FIELD)) {
                own = own == null ? header.value() : "";
            }
        }
        return own;
    }

    /** Returns {@code reply}, which is sent many times, with the tag that each time would have to be computed for. */
    public static Reply tagged(Reply reply) {
        String tag = reads(reply) && reply.status() == Status.OK ? of(reply) : null;
        return tag == null ? reply : reply.header(FIELD, tag);
    }

    /** Returns whether the bytes of {@code reply} are read for its tag. */
    static boolean reads(Reply reply) {
        return own(reply) == null && isOfBytes(reply);
    }

    private static boolean isOfBytes(Reply reply) {
        boolean whole = reply.stream() == null && reply.length() == reply.body().length;
        return whole && reply.body().length <= ReplyForm.MAX_DERIVED && isCacheable(reply.headers());
    }

    private static boolean isCacheable(List<Header> fields) {
        CacheControl control = CacheControl.of(fields);
        return !control.isEmpty()
                && !control.has("no-store")
                && (control.has("max-age") || control.has("s-maxage") || control.has("no-cache"));
    }

    /** Strong: another reply with the same type and bytes has the same one, also of another server. */
    private static String ofBytes(Reply reply) {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException x) {
            throw new AssertionError("each JVM has SHA-256", x);
        }
        digest.update(reply.type().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        byte[] hash = digest.digest(reply.body());
        return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES)) + '"';
    }

    /** Returns the tag of the same content in a coding: another one, unless it is weak. */
    static String coded(String tag, String coding) {
        return tag.startsWith("W/") ? tag : tag.substring(0, tag.length() - 1) + "--" + coding + '"';
    }

    /** Returns whether the values of {@code If-None-Match} have {@code tag}, or are any (RFC 9110, section 13.1.2). */
    static boolean list(List<String> fields, String tag) {
        String opaque = tag.substring(tag.indexOf('"'));
        for (String field : fields) {
            if (field.strip().equals("*")
                    || TAG.matcher(field)
                            .results()
                            .anyMatch(each -> each.group().equals(opaque))) {
                return true;
            }
        }
        return false;
    }
}
