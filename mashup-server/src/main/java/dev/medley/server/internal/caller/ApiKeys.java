package dev.medley.server.internal.caller;

import dev.medley.caller.Caller;
import dev.medley.caller.CallerKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Callers that show a key of the API. The file has hashes of the keys only: a line has the name of the caller, the SHA-256 of its
 * key in hexadecimal, and perhaps {@code scopes=a,b} and {@code roles=c}. Immutable.
 *
 * <p>A key is found by its hash. What the time of that look-up tells is of the hash, from which nobody comes to a key.
 */
final class ApiKeys {

    /** No keys. */
    static final ApiKeys NONE = new ApiKeys(Map.of());

    private static final Pattern LINE =
            Pattern.compile("(\\S+)\\s+([0-9A-Fa-f]{64})((?:\\s+(?:scopes|roles)=\\S+)*)\\s*");
    private static final Pattern OPTION = Pattern.compile("(scopes|roles)=(\\S+)");
    private static final String EXPECTED =
            "expected NAME, the SHA-256 of the key in 64 hexadecimal digits, and perhaps scopes=A,B and roles=C,D";
    private static final int MAX_KEY = 1024;

    /** The hash of a key that was not there as its line was made. */
    private static final String OF_NOTHING = hash("");

    private final Map<String, Caller> callers;

    private ApiKeys(Map<String, Caller> callers) {
        this.callers = Map.copyOf(callers);
    }

    /**
     * Reads the file.
     *
     * @throws IllegalArgumentException if it cannot be used, naming file and line
     */
    static ApiKeys read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException x) {
            throw new IllegalArgumentException(
                    "callers.api-keys.file: %s cannot be read (%s); expected a text file in UTF-8"
                            .formatted(file, x.getClass().getSimpleName()),
                    x);
        }
        Map<String, Caller> callers = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = (i == 0 ? withoutMark(lines.get(i)) : lines.get(i)).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                Matcher parts = LINE.matcher(line);
                if (!parts.matches()) {
                    // Without the line, which may have a key itself by mistake.
                    throw new IllegalArgumentException("%s:%d: %s".formatted(file, i + 1, EXPECTED));
                }
                Caller caller = caller(parts.group(1), parts.group(3));
                if (parts.group(2).equalsIgnoreCase(OF_NOTHING)) {
                    throw new IllegalArgumentException("%s:%d: the key of %s is empty; expected the hash of a key"
                            .formatted(file, i + 1, parts.group(1)));
                }
                if (callers.put(parts.group(2).toLowerCase(Locale.ROOT), caller) != null) {
                    throw new IllegalArgumentException(
                            "%s:%d: the key of %s is also that of another line".formatted(file, i + 1, parts.group(1)));
                }
            }
        }
        return new ApiKeys(callers);
    }

    /** Some editors begin a file with a mark of its encoding. */
    private static String withoutMark(String line) {
        return line.startsWith("\uFEFF") ? line.substring(1) : line;
    }

    private static Caller caller(String name, String options) {
        Map<String, Set<String>> sets = new HashMap<>();
        Matcher option = OPTION.matcher(options);
        while (option.find()) {
            Stream.of(option.group(2).split(",", -1))
                    .filter(each -> !each.isEmpty())
                    .forEach(sets.computeIfAbsent(option.group(1), kind -> new HashSet<>())::add);
        }
        return Caller.of(
                CallerKind.API_KEY,
                CallerKind.API_KEY.configured(),
                name,
                sets.getOrDefault("scopes", Set.of()),
                sets.getOrDefault("roles", Set.of()),
                Map.of());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ApiKeys that && shownAs().equals(that.shownAs());
    }

    @Override
    public int hashCode() {
        return callers.keySet().hashCode();
    }

    private Map<String, Map<String, Object>> shownAs() {
        Map<String, Map<String, Object>> shown = new HashMap<>();
        callers.forEach((hash, caller) -> shown.put(hash, caller.toMap()));
        return shown;
    }

    /** Returns who shows {@code key}. */
    Shown shown(String key) {
        Caller caller = key.length() > MAX_KEY ? null : callers.get(hash(key));
        return caller == null ? Shown.wrong("the key is unknown") : Shown.known(caller);
    }

    private static String hash(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException("this Java has no SHA-256", x);
        }
    }
}
