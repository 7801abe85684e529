package dev.medley.server.internal.declared.plan;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declared.body.ContentType.Writing;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The media type of a reply. Immutable.
 *
 * @param text as it is sent
 * @param writing how a value is written
 * @param charset that it names, or UTF-8
 */
public record ReplyType(String text, Writing writing, Charset charset) {

    private static final Pattern CHARSET = Pattern.compile(";\\s*charset=([^;\\s]+)", Pattern.CASE_INSENSITIVE);

    /** Reads the type; a charset of which no body can be is added to {@code problems}. */
    public static ReplyType of(@Nullable LocatedText source, List<String> problems) {
        String text = source == null ? "application/json" : source.text();
        ReplyType utf8 = new ReplyType(text, Writing.of(text.split(";", 2)[0].strip()), StandardCharsets.UTF_8);
        Matcher parameter = CHARSET.matcher(text);
        if (source == null || !parameter.find()) {
            return utf8;
        }
        String name = parameter.group(1);
        Charset charset = charset(name);
        if (charset == null) {
            problems.add(
                    source.problem("has an unknown charset, '%s'; expected one such as iso-8859-1".formatted(name)));
            return utf8;
        }
        if (utf8.isJson() && !charset.equals(StandardCharsets.UTF_8)) {
            problems.add(source.problem("has the charset '%s', but JSON is in UTF-8; expected none".formatted(name)));
        }
        return new ReplyType(text, utf8.writing, charset);
    }

    private static @Nullable Charset charset(String name) {
        try {
            Charset charset = Charset.forName(name);
            return charset.canEncode() ? charset : null;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException x) {
            return null;
        }
    }

    /** Returns whether the type has {@code json} in it, such as {@code application/problem+json}; the case counts. */
    public boolean isJson() {
        return text.contains("json");
    }
}
