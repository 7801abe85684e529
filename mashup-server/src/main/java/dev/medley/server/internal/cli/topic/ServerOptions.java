package dev.medley.server.internal.cli.topic;

import dev.medley.server.internal.cli.option.HeaderOptions;
import dev.medley.tls.internal.PemFiles;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say where the topics are, and who asks. */
final class ServerOptions {

    private static final Duration CONNECT = Duration.ofSeconds(10);

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080/topics",
            description = "URL of the topics (default: ${DEFAULT-VALUE}).")
    private URI url = URI.create("");

    @Option(
            names = "-H",
            paramLabel = "'NAME: VALUE'",
            description = "Header field of the requests, as in -H 'Authorization: Bearer …'. Repeatable.")
    private List<String> lines = new ArrayList<>();

    @Mixin
    private HeaderOptions headers = new HeaderOptions();

    @Option(
            names = "--trust",
            paramLabel = "FILE",
            description = "PEM file of the authority to trust for an https URL (default: the Java runtime's).")
    private @Nullable Path trust;

    /**
     * Returns the server.
     *
     * @throws IllegalArgumentException if an option is wrong
     */
    TopicServer server() throws GeneralSecurityException {
        String scheme = String.valueOf(url.getScheme());
        boolean secure = scheme.equals("https");
        if (url.getHost() == null || !(secure || scheme.equals("http"))) {
            throw new IllegalArgumentException(
                    "--url: '%s' is not the URL of topics; expected one such as http://127.0.0.1:8080/topics"
                            .formatted(url));
        }
        if (trust != null && !secure) {
            throw new IllegalArgumentException("--trust needs an https URL, but it is " + url);
        }
        HttpClient.Builder client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
        if (trust != null) {
            TrustManagerFactory authorities =
                    TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            authorities.init(PemFiles.trustStore(List.of(trust)));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, authorities.getTrustManagers(), null);
            client.sslContext(context);
        }
        String text = url.toString();
        URI base = text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : url;
        return new TopicServer(base, client.build(), fields());
    }

    private Map<String, List<String>> fields() {
        Map<String, List<String>> fields = new LinkedHashMap<>(headers.values());
        for (String line : lines) {
            int colon = line.indexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("-H: '%s' is not a field; expected 'NAME: VALUE'".formatted(line));
            }
            fields.computeIfAbsent(line.substring(0, colon).strip(), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        return fields;
    }
}
