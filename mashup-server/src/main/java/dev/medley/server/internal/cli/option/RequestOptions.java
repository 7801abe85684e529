package dev.medley.server.internal.cli.option;

import dev.medley.server.internal.trial.MashupAddress;
import dev.medley.server.recording.RecordedBody;
import dev.medley.server.recording.RunRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The request for a mashup, for the commands that send one. */
public final class RequestOptions {

    private static final String CONTENT_TYPE = "Content-Type";

    @Option(
            names = "--var",
            paramLabel = "NAME=VALUE",
            description = "Value of a variable of the template, or else a parameter of the query. Repeatable.")
    private List<String> variables = new ArrayList<>();

    @Mixin
    private HeaderOptions headers = new HeaderOptions();

    @Option(
            names = "--method",
            paramLabel = "METHOD",
            description = "Method of the request (default: GET; POST with --body).")
    private @Nullable String method;

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description =
                    "Body of the request, or the file that contains it. It is JSON, unless --header Content-Type=TYPE.")
    private @Nullable String body;

    @Option(
            names = "--accept",
            paramLabel = "TYPE",
            description = "Media type of the reply, such as text/event-stream for a mashup with parts: true.")
    private @Nullable String accept;

    /** Creates options without values; called by picocli. */
    public RequestOptions() {}

    /**
     * Finds {@code mashup} among those of {@code paths}.
     *
     * @throws IllegalArgumentException if it is not among them, or an option is wrong
     */
    public MashupAddress address(String mashup, List<String> paths) {
        return MashupAddress.of(mashup, HeaderOptions.pairs("--var", variables), paths);
    }

    /**
     * Returns the request for it.
     *
     * @throws IllegalArgumentException if an option is wrong
     */
    public RunRequest request(MashupAddress address) throws IOException {
        Map<String, List<String>> fields = new LinkedHashMap<>(headers.values());
        if (accept != null) {
            fields.put("Accept", List.of(accept));
        }
        if (body != null && fields.keySet().stream().noneMatch(CONTENT_TYPE::equalsIgnoreCase)) {
            fields.put(CONTENT_TYPE, List.of("application/json"));
        }
        String verb = method != null ? method.toUpperCase(Locale.ROOT) : body == null ? "GET" : "POST";
        return new RunRequest(verb, address.target(), fields, null, content());
    }

    private @Nullable RecordedBody content() throws IOException {
        if (body == null) {
            return null;
        }
        return RecordedBody.of(
                body.startsWith("@") ? bytes(Path.of(body.substring(1))) : body.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] bytes(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException("--body: %s is a directory; expected a file".formatted(file));
        }
        return Files.readAllBytes(file);
    }
}
