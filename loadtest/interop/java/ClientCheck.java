import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Sends requests with the JDK's HttpClient, 32 at a time, and prints the number of each result, such as
 * {@code HTTP_2 200: 1000}. Arguments: URL, PEM file of the authority, HTTP_1_1 or HTTP_2, number of requests.
 */
public final class ClientCheck {

    private static final int AT_A_TIME = 32;

    private ClientCheck() {}

    public static void main(String[] args) throws Exception {
        URI uri = URI.create(args[0]);
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.valueOf(args[2]))
                .sslContext(trusting(Path.of(args[1])))
                .connectTimeout(Duration.ofSeconds(10))
                .build();
        int requests = Integer.parseInt(args[3]);
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(30)).build();
        // The first request makes the connection; HTTP_2 asks for an upgrade over plain text.
        Map<String, Integer> results = new TreeMap<>();
        results.merge(result(client.send(request, BodyHandlers.ofString())), 1, Integer::sum);
        Semaphore permits = new Semaphore(AT_A_TIME);
        CompletableFuture<?>[] sent = new CompletableFuture<?>[requests - 1];
        for (int i = 0; i < sent.length; i++) {
            permits.acquire();
            sent[i] = client.sendAsync(request, BodyHandlers.ofString()).handle((response, failure) -> {
                permits.release();
                String result = failure == null ? result(response) : failure.toString();
                synchronized (results) {
                    return results.merge(result, 1, Integer::sum);
                }
            });
        }
        CompletableFuture.allOf(sent).join();
        results.forEach((result, number) -> System.out.println(result + ": " + number));
    }

    private static String result(HttpResponse<String> response) {
        boolean complete = response.body().startsWith("{") && response.body().endsWith("}");
        return response.version() + " " + response.statusCode() + (complete ? "" : " incomplete");
    }

    private static SSLContext trusting(Path authority) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream pem = Files.newInputStream(authority)) {
            store.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
