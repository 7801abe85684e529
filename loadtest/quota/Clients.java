import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLSocketFactory;

/**
 * Clients of a mashup with a quota, for loadtest/quota/run, over TLS: so the client of the JDK gets HTTP/2, which it has in clear
 * text by an upgrade only. The property javax.net.ssl.trustStore names the server's certificate.
 *
 * <p>{@code java Clients.java rate URL RATE SECONDS}: one client asks ten times as often as RATE a second allows, over eight
 * connections of HTTP/1.1 and, a third of its requests, one of HTTP/2; three ask half as often. Before, the three ask alone. Prints
 * what each got, and how many of its responses came over HTTP/2.
 *
 * <p>{@code java Clients.java keys HOST PORT PATH NUMBER}: requests as many clients as that send, each one request.
 */
public final class Clients {

    private static final int HTTP1_CONNECTIONS = 8;
    private static final int HTTP2_SENDERS = 4;
    private static final int WARM_SECONDS = 20;
    private static final int AT_ONCE = 100;

    private Clients() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("rate")) {
            rate(URI.create(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
        } else {
            keys(args[1], Integer.parseInt(args[2]), args[3], Integer.parseInt(args[4]));
        }
    }

    /** A client that asks evenly, whatever it is told. */
    private static final class Asking {

        private final String name;
        private final AtomicLong admitted = new AtomicLong();
        private final AtomicLong refused = new AtomicLong();
        private final AtomicLong others = new AtomicLong();
        private final AtomicLong overHttp2 = new AtomicLong();
        private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
        private final List<Thread> threads = new ArrayList<>();
        private volatile long firstNanos;
        private final AtomicLong lastNanos = new AtomicLong(Long.MIN_VALUE);

        Asking(URI uri, String name, double perSecond, int seconds, HttpClient... connections) {
            this.name = name;
            long gap = (long) (1e9 * connections.length / perSecond);
            for (int i = 0; i < connections.length; i++) {
                HttpClient client = connections[i];
                long shift = gap * i / connections.length;
                threads.add(new Thread(() -> ask(client, uri, gap, shift, seconds)));
            }
        }

        Asking start() {
            firstNanos = System.nanoTime();
            threads.forEach(Thread::start);
            return this;
        }

        private void ask(HttpClient client, URI uri, long gap, long shift, int seconds) {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header("X-Client", name)
                    .timeout(Duration.ofSeconds(20))
                    .build();
            List<CompletableFuture<?>> open = new ArrayList<>();
            long end = firstNanos + seconds * 1_000_000_000L;
            for (long next = firstNanos + shift; next < end && System.nanoTime() < end; next += gap) {
                while (System.nanoTime() < next) {
                    LockSupport.parkNanos(next - System.nanoTime());
                }
                long due = next;
                CompletableFuture<?> reply = client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                        .handle((response, failure) -> {
                            count(response, failure, due);
                            return null;
                        });
                if (client.version() == HttpClient.Version.HTTP_1_1) {
                    // Otherwise the client of the JDK would open a connection for each request that is in flight.
                    reply.join();
                } else {
                    open.add(reply);
                }
            }
            CompletableFuture.allOf(open.toArray(CompletableFuture[]::new)).join();
        }

        /** Counts a reply; its time begins when it was due, so those that one slow reply delays count as slow, too. */
        private void count(HttpResponse<?> response, Throwable failure, long due) {
            long now = System.nanoTime();
            nanos.add(now - due);
            lastNanos.accumulateAndGet(now, Math::max);
            if (failure != null) {
                others.incrementAndGet();
                return;
            }
            // A client of the JDK goes on with HTTP/1.1, silently, where there is no HTTP/2.
            if (response.version() == HttpClient.Version.HTTP_2) {
                overHttp2.incrementAndGet();
            }
            (response.statusCode() == 200 ? admitted : response.statusCode() == 429 ? refused : others).incrementAndGet();
        }

        Asking join() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
            return this;
        }

        /** The name, what it got, the seconds, the median and the 99th percentile of its times in milliseconds, those over HTTP/2. */
        void print(String when) {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            System.out.printf("%s %s %d %d %d %.3f %.2f %.2f %d%n", when, name, admitted.get(), refused.get(), others.get(),
                    (lastNanos.get() - firstNanos) / 1e9, sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6,
                    overHttp2.get());
        }
    }

    private static HttpClient connection(HttpClient.Version version) {
        return HttpClient.newBuilder().version(version).build();
    }

    private static void rate(URI uri, int rate, int seconds) throws Exception {
        HttpClient http2 = connection(HttpClient.Version.HTTP_2);
        HttpClient[] greedy = new HttpClient[HTTP1_CONNECTIONS + HTTP2_SENDERS];
        Arrays.setAll(greedy, i -> i < HTTP1_CONNECTIONS ? connection(HttpClient.Version.HTTP_1_1) : http2);
        HttpClient shared = connection(HttpClient.Version.HTTP_1_1);
        // Other clients, whose buckets do not matter; the shared connections need no handshake afterwards, either.
        Asking warm = new Asking(uri, "warm", rate * 10.0, WARM_SECONDS, greedy).start();
        new Asking(uri, "warm", rate * 1.5, WARM_SECONDS, shared, shared, shared).start().join();
        warm.join();
        for (Asking alone : others(uri, rate, seconds / 2, shared)) {
            alone.join().print("alone");
        }
        Asking first = new Asking(uri, "greedy", rate * 10.0, seconds, greedy).start();
        for (Asking other : others(uri, rate, seconds, shared)) {
            other.join().print("beside");
        }
        first.join().print("beside");
    }

    private static List<Asking> others(URI uri, int rate, int seconds, HttpClient shared) {
        List<Asking> others = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            others.add(new Asking(uri, name, rate / 2.0, seconds, shared).start());
        }
        return others;
    }

    private static void keys(String host, int port, String path, int number) throws IOException {
        long begun = System.nanoTime();
        int admitted = 0;
        try (Socket socket = SSLSocketFactory.getDefault().createSocket(host, port)) {
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
            for (int sent = 0; sent < number; sent += AT_ONCE) {
                StringBuilder requests = new StringBuilder();
                for (int i = sent; i < sent + AT_ONCE; i++) {
                    requests.append("GET ").append(path).append(" HTTP/1.1\r\nHost: a\r\nX-Client: key-").append(i)
                            .append("\r\n\r\n");
                }
                out.write(requests.toString().getBytes(StandardCharsets.US_ASCII));
                for (int i = 0; i < AT_ONCE; i++) {
                    admitted += status(in) == 200 ? 1 : 0;
                }
            }
        }
        System.out.printf("%d of %d admitted in %.1f s%n", admitted, number, (System.nanoTime() - begun) / 1e9);
    }

    /** Reads a response whose length is given. */
    private static int status(InputStream in) throws IOException {
        String first = line(in);
        int length = 0;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            if (field.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                length = Integer.parseInt(field.substring(15).strip());
            }
        }
        in.skipNBytes(length);
        return Integer.parseInt(first.substring(9, 12));
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server has closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }
}
