package dev.medley.setting.internal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The kinds of values that settings of TLS have: files, passwords, versions, cipher suites. */
public final class TlsValues {

    private static final String FILE = "the path of a file; a relative one starts in the working directory";
    private static final String FILES = "the path of a file, or a list of paths";
    private static final Pattern VERSION = Pattern.compile("TLSv1\\.[23]");
    private static final Pattern CIPHER_SUITE = Pattern.compile("TLS_[A-Z0-9_]+");

    private TlsValues() {}

    /** Returns the parser of paths. Whether there is such a file is not checked. */
    public static ValueParser<Path> file() {
        return ValueParsers.file(FILE);
    }

    /** Returns the parser of one path or a list of paths; as text, they are separated by commas. */
    public static ValueParser<List<Path>> files() {
        return new ValueParser<>(
                texts -> texts.stream().map(TlsValues::path).toList(),
                values -> values.stream().map(Path::toString).collect(Collectors.joining(",")),
                values -> {},
                FILES,
                "path, or list of paths",
                "is not a path",
                schema -> {
                    schema.putArray("type").add("string").add("array");
                    schema.put("pattern", ".+");
                    schema.putObject("items").put("type", "string").put("pattern", ".+");
                },
                Optional.of(file()));
    }

    /** Returns the parser of passwords: any text, also one that looks like a number. */
    public static ValueParser<String> password() {
        return ValueParsers.single(
                Function.identity(),
                Function.identity(),
                value -> {},
                "text, in quotes",
                "text",
                ValueParsers.NOT_TEXT,
                schema -> schema.putArray("type").add("string").add("integer").add("boolean"));
    }

    /** Returns the parser of lists of TLS versions, such as {@code TLSv1.3}. */
    public static ValueParser<List<String>> versions() {
        return names(VERSION, "a version of TLS that is allowed", "TLSv1.2 or TLSv1.3", "`TLSv1.2`, `TLSv1.3`");
    }

    /** Returns the parser of lists of cipher suites, by the names of the JDK. */
    public static ValueParser<List<String>> cipherSuites() {
        return names(CIPHER_SUITE, "a cipher suite", "a name such as TLS_AES_128_GCM_SHA256", "name");
    }

    private static ValueParser<List<String>> names(Pattern pattern, String kind, String expected, String unit) {
        return ValueParsers.list(ValueParsers.single(
                text -> {
                    if (!pattern.matcher(text).matches()) {
                        throw new InvalidValueException(text, "is not " + kind, expected);
                    }
                    return text;
                },
                Function.identity(),
                value -> {},
                expected,
                unit,
                ValueParsers.NOT_TEXT,
                schema -> schema.put("type", "string").put("pattern", "^(" + pattern + ")$")));
    }

    private static Path path(String text) {
        return ValueParsers.path(text, FILE);
    }
}
