import java.nio.charset.StandardCharsets;
import java.nio.ByteBuffer;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Jetty with its defaults, to be compared with Medley: h2c on the first port, h2 on the second, whose key is in the PKCS#12
 * file of the third argument; the password is "changeit". Each request gets the same document.
 */
public final class PlainJetty {

    private static final byte[] DOCUMENT =
            ("{\"filler\":\"" + "x".repeat(1000) + "\"}").getBytes(StandardCharsets.US_ASCII);

    private PlainJetty() {}

    public static void main(String[] args) throws Exception {
        Server server = new Server();
        HttpConfiguration plain = new HttpConfiguration();
        server.addConnector(connector(
                server,
                Integer.parseInt(args[0]),
                new HttpConnectionFactory(plain),
                new HTTP2CServerConnectionFactory(plain)));

        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStorePath(args[2]);
        tls.setKeyStorePassword("changeit");
        HttpConfiguration secure = new HttpConfiguration();
        secure.addCustomizer(new SecureRequestCustomizer());
        server.addConnector(connector(
                server,
                Integer.parseInt(args[1]),
                new SslConnectionFactory(tls, "alpn"),
                new ALPNServerConnectionFactory("h2"),
                new HTTP2ServerConnectionFactory(secure)));

        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                response.write(true, ByteBuffer.wrap(DOCUMENT), callback);
                return true;
            }
        });
        server.start();
        System.out.println("ready");
        server.join();
    }

    private static ServerConnector connector(Server server, int port, ConnectionFactory... factories) {
        ServerConnector connector = new ServerConnector(server, factories);
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        return connector;
    }
}
