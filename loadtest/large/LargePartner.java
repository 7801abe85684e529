import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/**
 * A partner whose answers are large documents of JSON, as a list of things is written: {@code GET /?delay=MS&gzip=true}. Its answer to
 * {@code /partner/N}, by which {@code /fanout} asks all partners, is small. Over HTTP/1.1 and, in clear text, HTTP/2. Arguments: its port,
 * and the bytes of a document.
 */
public final class LargePartner {

    private static final String[] WORDS = {"harbour", "mountain", "old town", "quiet", "breakfast", "river", "station"};

    private static final byte[] SMALL = ("{\"text\": \"" + "x".repeat(1000) + "\"}").getBytes(StandardCharsets.UTF_8);

    private LargePartner() {}

    public static void main(String[] arguments) throws Exception {
        byte[] plain = document(Integer.parseInt(arguments[1]));
        byte[] gzip = compressed(plain);
        Server server = new Server();
        HttpConfiguration http = new HttpConfiguration();
        ServerConnector connector =
                new ServerConnector(server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.parseInt(arguments[0]));
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract.NonBlocking() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Fields parameters = Request.extractQueryParameters(request);
                long delay = Long.parseLong(parameters.getValue("delay") == null ? "0" : parameters.getValue("delay"));
                boolean coded = "true".equals(parameters.getValue("gzip"));
                Runnable answer = () -> {
                    byte[] large = coded ? gzip : plain;
                    byte[] body = Request.getPathInContext(request).startsWith("/partner/") ? SMALL : large;
                    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
                    if (coded) {
                        response.getHeaders().put(HttpHeader.CONTENT_ENCODING, "gzip");
                    }
                    response.write(true, ByteBuffer.wrap(body), callback);
                };
                getServer().getScheduler().schedule(answer, delay, TimeUnit.MILLISECONDS);
                return true;
            }
        });
        server.start();
        System.out.println("documents of " + plain.length + " bytes, " + gzip.length + " with gzip");
        server.join();
    }

    private static byte[] document(int size) {
        Random random = new Random(35);
        StringBuilder text = new StringBuilder(size).append("[\n");
        for (int id = 0; text.length() < size - 1000; id++) {
            text.append(text.length() > 2 ? ",\n" : "")
                    .append("  {\"id\": ")
                    .append(id)
                    .append(", \"name\": \"")
                    .append(Long.toString(random.nextLong(), Character.MAX_RADIX))
                    .append("\", \"price\": ")
                    .append(random.nextInt(100_000) / 100.0)
                    .append(", \"text\": \"");
            for (int i = 0; i < 12; i++) {
                text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
            }
            text.append("\", \"open\": ").append(random.nextBoolean()).append("}");
        }
        text.append("\n]");
        return (text + " ".repeat(size - text.length())).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] compressed(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream to = new GZIPOutputStream(bytes)) {
            to.write(plain);
        }
        return bytes.toByteArray();
    }
}
