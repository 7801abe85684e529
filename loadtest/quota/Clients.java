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

/**
 * Clients of a mashup with a quota, for loadtest/quota/run.
 *
 * <p>{@code java Clients.java rate URL RATE SECONDS}: one client asks ten times as often as RATE a second allows, over eight
 * connections of HTTP/1.1 and one of HTTP/2, and three ask half as often; before, the three ask alone. Prints what each got.
 *
 * <p>{@code java Clients.java keys HOST PORT PATH NUMBER}: requests as many clients as that send, each one request.
 */
public final class Clients {

    private static final int SENDERS = 9;
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
        private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();
        private final List<Thread> threads = new ArrayList<>();
        private volatile long firstNanos;
        private volatile long lastNanos;

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
            for (long next = firstNanos + shift; next < end; next += gap) {
                while (System.nanoTime() < next) {
                    LockSupport.parkNanos(next - System.nanoTime());
                }
                long sent = System.nanoTime();
                open.add(client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                        .handle((response, failure) -> {
                            long now = System.nanoTime();
                            nanos.add(now - sent);
                            lastNanos = now;
                            (failure != null
                                            ? others
                                            : response.statusCode() == 200
                                                    ? admitted
                                                    : response.statusCode() == 429 ? refused : others)
                                    .incrementAndGet();
                            return null;
                        }));
            }
            CompletableFuture.allOf(open.toArray(CompletableFuture[]::new)).join();
        }

        Asking join() throws InterruptedException {
            for (Thread thread : threads) {
                thread.join();
            }
            return this;
        }

        /** The name, what it got, the seconds, and the median and the 99th percentile of its times in milliseconds. */
        void print(String when) {
            long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
            System.out.printf("%s %s %d %d %d %.3f %.2f %.2f%n", when, name, admitted.get(), refused.get(), others.get(),
                    (lastNanos - firstNanos) / 1e9, sorted[sorted.length / 2] / 1e6, sorted[sorted.length * 99 / 100] / 1e6);
        }
    }

    private static HttpClient connection(HttpClient.Version version) {
        return HttpClient.newBuilder().version(version).build();
    }

    private static void rate(URI uri, int rate, int seconds) throws Exception {
        HttpClient[] greedy = new HttpClient[SENDERS];
        Arrays.setAll(greedy, i -> connection(i == 0 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1));
        HttpClient shared = connection(HttpClient.Version.HTTP_1_1);
        // Warm, and with full buckets afterwards.
        new Asking(uri, "warm", rate * 10.0, 5, greedy).start().join();
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
        try (Socket socket = new Socket(host, port)) {
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
