package dev.medley.format;

import dev.medley.format.internal.feed.FeedNotes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text of a body whose author may have been careless with its charset: a page or a feed. Any bytes have one. */
final class LenientText {

    /** Where browsers look for the charset of a page. */
    private static final int HEAD = 1024;

    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?(?:-->|$)");
    private static final Pattern META =
            Pattern.compile("(?i)<meta\\s[^>]*?charset\\s*=\\s*[\"']?\\s*([^\\s\"'/>;]{1,40})");
    private static final Pattern DECLARED =
            Pattern.compile("\\s*<\\?xml\\s[^>]{0,200}?encoding\\s*=\\s*[\"']([^\"'>]{1,40})[\"']");
    /** What those who name them mean, as browsers know. */
    private static final Set<String> LATIN = Set.of("iso-8859-1", "us-ascii");

    private static final Charset WINDOWS = Charset.forName("windows-1252");

    private LenientText() {}

    /**
     * Returns the text of a page. Its charset is that of a byte order mark, of the content type, of its {@code <meta>}, or UTF-8. Bytes that
     * are not of it become U+FFFD.
     */
    static String ofPage(Content content) {
        ByteBuffer bytes = ByteBuffer.wrap(content.bytes());
        Charset charset = BodyText.ofMark(bytes);
        if (charset == null) {
            charset = known(BodyText.nameOfType(content.type()));
        }
        if (charset == null) {
            charset = ofMeta(content.bytes());
        }
        return decoded(bytes, charset == null ? StandardCharsets.UTF_8 : charset);
    }

    /**
     * Returns the text of a feed. Its charset is that of a byte order mark, of the content type, of the XML declaration, or UTF-8. If it has
     * other bytes, it is UTF-8 or windows-1252, and that is noted.
     */
    static String ofFeed(Content content, FeedNotes notes) {
        ByteBuffer bytes = ByteBuffer.wrap(content.bytes());
        Charset marked = BodyText.ofMark(bytes);
        Charset charset = marked == null ? declared(content, notes) : marked;
        String text = strictly(bytes, charset);
        if (text != null) {
            return text;
        }
        String other = charset.equals(StandardCharsets.UTF_8) ? null : strictly(bytes, StandardCharsets.UTF_8);
        Charset read = other == null ? WINDOWS : StandardCharsets.UTF_8;
        notes.add("bytes that are not in the charset %s, and are read as %s".formatted(charset.name(), read.name()));
        return other == null ? decoded(bytes, read) : other;
    }

    private static Charset declared(Content content, FeedNotes notes) {
        byte[] body = content.bytes();
        String name = BodyText.nameOfType(content.type());
        Charset charset = known(name);
        if (charset != null) {
            return charset;
        }
        if (name != null) {
            notes.add("the content type has an unknown charset");
        }
        if (body.length > 1 && body[0] == 0 && body[1] == '<') {
            return StandardCharsets.UTF_16BE;
        }
        if (body.length > 1 && body[0] == '<' && body[1] == 0) {
            return StandardCharsets.UTF_16LE;
        }
        Matcher declaration = DECLARED.matcher(start(body));
        if (!declaration.lookingAt()) {
            return StandardCharsets.UTF_8;
        }
        Charset own = known(declaration.group(1));
        if (own == null || !isLikeAscii(own)) {
            notes.add("the XML declaration has an unknown charset, or one that it is not in");
            return StandardCharsets.UTF_8;
        }
        return own;
    }

    private static @Nullable Charset ofMeta(byte[] body) {
        Matcher meta = META.matcher(COMMENT.matcher(start(body)).replaceAll(""));
        Charset charset = meta.find() ? known(meta.group(1)) : null;
        return charset == null || isLikeAscii(charset) ? charset : StandardCharsets.UTF_8;
    }

    private static String start(byte[] body) {
        return new String(body, 0, Math.min(HEAD, body.length), StandardCharsets.ISO_8859_1);
    }

    /** A charset that is named in ASCII is no other one. */
    private static boolean isLikeAscii(Charset charset) {
        return "<meta>".equals(new String("<meta>".getBytes(StandardCharsets.US_ASCII), charset));
    }

    /** Some names have low lines that others write as hyphens, such as {@code utf_8}; in a few they belong. */
    private static @Nullable Charset known(@Nullable String name) {
        Charset written = name == null ? null : named(name);
        Charset charset = written == null && name != null ? named(name.replace('_', '-')) : written;
        return charset != null && LATIN.contains(charset.name().toLowerCase(Locale.ROOT)) ? WINDOWS : charset;
    }

    private static @Nullable Charset named(String name) {
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            return null;
        }
    }

    private static @Nullable String strictly(ByteBuffer bytes, Charset charset) {
        try {
            return charset.newDecoder().decode(bytes.duplicate()).toString();
        } catch (CharacterCodingException x) {
            return null;
        }
    }

    private static String decoded(ByteBuffer bytes, Charset charset) {
        return charset.decode(bytes.duplicate()).toString();
    }
}
