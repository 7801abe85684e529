package dev.medley.loadtest.clients;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The JDK's HttpClient. */
public final class JdkClient implements OutboundClient {

    private final ExecutorService executor;
    private final HttpClient client;
    private final HttpClient.Version version;

    JdkClient(ClientOptions options) {
        version = options.h2c() ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
        // The one that it has by default starts a thread for every task that finds none free, thousands in a burst.
        executor = Executors.newFixedThreadPool(ClientOptions.CORES);
        client = HttpClient.newBuilder()
                .executor(executor)
                .version(version)
                .connectTimeout(ClientOptions.TIMEOUT)
                .build();
    }

    /** The program. */
    public static void main(String[] args) throws Exception {
        // With a parallelism of one, as on two processors, CompletableFuture starts a thread for each of its tasks.
        System.setProperty(
                "java.util.concurrent.ForkJoinPool.common.parallelism",
                Integer.toString(Math.max(2, ClientOptions.CORES)));
        ClientProgram.run(JdkClient::new, args);
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The burst gets each outcome.
    public void send(Burst burst) {
        for (int i = 0; i < burst.size(); i++) {
            int index = i;
            HttpRequest request = HttpRequest.newBuilder(burst.uri(i))
                    .timeout(ClientOptions.TIMEOUT)
                    .build();
            client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray()).whenComplete((response, failure) -> {
                if (failure == null) {
                    burst.responded(index, response.statusCode(), response.body().length);
                } else {
                    burst.failed(index, failure);
                }
            });
        }
    }

    /** Before Java 21 nothing closes the client: its connections are closed once it is unreachable. */
    @Override
    public void close() throws Exception {
        if ((Object) client instanceof AutoCloseable closeable) {
            closeable.close();
        }
        executor.shutdown();
    }
}
