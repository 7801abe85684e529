package dev.medley.config.internal.document;

import dev.medley.config.internal.document.SourceLocation.Source;
import dev.medley.setting.internal.ValueParser;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Replaces the references in the texts of a document: <code>${env:NAME}</code> by an environment variable, and
 * <code>${file:PATH}</code> by the content of a file, without the line break at its end. A default follows after {@code :-}, and
 * <code>$${env:</code> stands for <code>${env:</code> itself.
 *
 * <p>What a reference is replaced by is never read again: neither as YAML, nor as a reference, a template or an expression. Where a
 * text is one of the latter two, a reference is refused, since what these read can reach clients.
 */
public final class References {

    /** Larger files are hardly meant. */
    private static final int MAX_BYTES = 1 << 16;

    private static final Pattern BEGIN = Pattern.compile("\\$(\\$?)\\{(env|file):");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final String DEFAULT = ":-";

    private final Document document;
    private final Map<String, String> environment;
    private final Function<Key, @Nullable ValueParser<?>> parsers;
    private final Predicate<Key> isCode;
    private final Set<Path> files = new LinkedHashSet<>();

    /**
     * Creates the references of a document.
     *
     * @param environment the variables that may be named
     * @param parsers returns the parser of the value of a key, or of an item of a list; null if there is none
     * @param isCode whether the text of a key is a template or an expression
     */
    public References(
            Document document,
            Map<String, String> environment,
            Function<Key, @Nullable ValueParser<?>> parsers,
            Predicate<Key> isCode) {
        this.document = document;
        this.environment = environment;
        this.parsers = parsers;
        this.isCode = isCode;
    }

    /** Replaces all of them, or adds a problem for each that leads nowhere, and returns the files that were named. */
    public Set<Path> replace() {
        document.values().forEach((key, value) -> {
            if (value.isString()
                    && document.location(key).source() == Source.FILE
                    && BEGIN.matcher(value.asString()).find()) {
                replace(key, value.asString());
            }
        });
        return files;
    }

    private void replace(Key key, String text) {
        StringBuilder replaced = new StringBuilder();
        Matcher begin = BEGIN.matcher(text);
        boolean whole = false;
        int from = 0;
        while (begin.find(from)) {
            replaced.append(text, from, begin.start());
            if (!begin.group(1).isEmpty()) {
                replaced.append(text, begin.start() + 1, begin.end());
                from = begin.end();
                continue;
            }
            int end = text.indexOf('}', begin.end());
            if (end < 0) {
                problem(key, begin.start(), "has %s without a }; expected %1$sNAME}".formatted(begin.group()));
                return;
            }
            if (isCode.test(key)) {
                problem(
                        key,
                        begin.start(),
                        "has a reference, which is not available in templates and expressions; expected it in headers of"
                                + " a partner");
                return;
            }
            @Nullable String value = value(key, begin.start(), begin.group(2), text.substring(begin.end(), end));
            if (value == null) {
                return;
            }
            document.hidden().add(value, text.substring(begin.start(), end + 1));
            replaced.append(value);
            whole = begin.start() == 0 && end == text.length() - 1;
            from = end + 1;
        }
        replaced.append(text, from, text.length());
        JsonNode node = node(key, replaced.toString(), whole);
        document.replace(key, node);
        // A message may quote the text as a whole, shortened, or an item of the list that it is.
        document.hidden().add(replaced.toString(), text);
        node.forEach(item -> document.hidden().add(item.asString(), text));
    }

    /** A text that is one reference is read like an environment variable in its place: it may be a number, or a list. */
    private JsonNode node(Key key, String value, boolean whole) {
        @Nullable ValueParser<?> parser = parsers.apply(key);
        if (!whole) {
            return JsonNodeFactory.instance.stringNode(value);
        }
        return parser == null ? ValueParser.scalar(value) : parser.node(value);
    }

    private @Nullable String value(Key key, int offset, String kind, String named) {
        int mark = named.indexOf(DEFAULT);
        String name = mark < 0 ? named : named.substring(0, mark);
        @Nullable String otherwise = mark < 0 ? null : named.substring(mark + DEFAULT.length());
        return kind.equals("env") ? variable(key, offset, name, otherwise) : content(key, offset, name, otherwise);
    }

    private @Nullable String variable(Key key, int offset, String name, @Nullable String otherwise) {
        if (!VARIABLE.matcher(name).matches()) {
            return problem(
                    key,
                    offset,
                    "'" + name + "' is not the name of an environment variable; expected letters,"
                            + " digits and underscores");
        }
        @Nullable String value = environment.get(name);
        if (value != null) {
            return value;
        }
        return otherwise != null
                ? otherwise
                : problem(
                        key,
                        offset,
                        "the environment variable " + name + " is not set; expected it, or a default, as" + " in ${env:"
                                + name + ":-text}");
    }

    private @Nullable String content(Key key, int offset, String name, @Nullable String otherwise) {
        try {
            Path file = Path.of(name);
            files.add(file);
            if (!Files.exists(file) && otherwise != null) {
                return otherwise;
            }
            if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
                return problem(
                        key,
                        offset,
                        "there is no file " + name + " that can be read; expected it, or a default," + " as in ${file:"
                                + name + ":-text}");
            }
            byte[] bytes = beginning(file);
            if (bytes.length > MAX_BYTES) {
                return problem(key, offset, "the file " + name + " has more than 64 KiB; expected a secret");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .replaceFirst("\\R\\z", "");
        } catch (CharacterCodingException x) {
            return problem(key, offset, "the file " + name + " is not UTF-8; expected a file in that encoding");
        } catch (IOException | InvalidPathException x) {
            return problem(key, offset, "the file " + name + " cannot be read: " + x.getMessage());
        }
    }

    /** Reads no more than shows that a file is too large: the size of some is not known before. */
    private static byte[] beginning(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            return content.readNBytes(MAX_BYTES + 1);
        }
    }

    private @Nullable String problem(Key key, int offset, String text) {
        document.addProblem(document.place(key).within(offset), key, text);
        return null;
    }
}
