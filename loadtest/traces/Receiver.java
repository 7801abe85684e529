import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** A receiver of OTLP over HTTP that counts spans: GET /count says how many there have been, with their bytes. */
class Receiver {

    private static final int RESOURCE_SPANS = 1;
    private static final int SCOPE_SPANS = 2;
    private static final int SPANS = 2;

    private final byte[] message;
    private int at;

    private Receiver(byte[] message, int from) {
        this.message = message;
        at = from;
    }

    public static void main(String[] args) throws Exception {
        AtomicLong spans = new AtomicLong();
        AtomicLong bytes = new AtomicLong();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.createContext("/v1/traces", exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            spans.addAndGet(new Receiver(body, 0).count(body.length, RESOURCE_SPANS, SCOPE_SPANS, SPANS));
            bytes.addAndGet(body.length);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/count", exchange -> {
            byte[] count = (spans + " " + bytes + "\n").getBytes();
            exchange.sendResponseHeaders(200, count.length);
            exchange.getResponseBody().write(count);
            exchange.close();
        });
        server.start();
        System.out.println("receives at " + server.getAddress());
    }

    /** Counts the messages that are at the end of {@code path}, by the numbers of their fields. */
    private long count(int end, int... path) {
        long found = 0;
        while (at < end) {
            long tag = varint();
            int field = (int) (tag >>> 3);
            switch ((int) tag & 7) {
                case 0 -> varint();
                case 1 -> at += 8;
                case 5 -> at += 4;
                case 2 -> {
                    int length = (int) varint();
                    int next = at + length;
                    if (field == path[0]) {
                        found += path.length == 1
                                ? 1
                                : new Receiver(message, at).count(next, java.util.Arrays.copyOfRange(path, 1, path.length));
                    }
                    at = next;
                }
                default -> throw new IllegalArgumentException("no protobuf");
            }
        }
        return found;
    }

    private long varint() {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte next = message[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }
}
