package dev.medley.server.internal.topic.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** The opening handshake: over HTTP/1.1 (RFC 6455, section 4.2), and over HTTP/2 (RFC 8441). */
public final class Handshake {

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final String PROTOCOL = "websocket";
    private static final String VERSION = "13";
    private static final int KEY_BYTES = 16;

    private Handshake() {}

    /** Returns whether {@code request} asks for a WebSocket. */
    public static boolean isAsked(Request request) {
        if (isOverHttp2(request)) {
            return HttpMethod.CONNECT.is(request.getMethod()) && request.getTunnelSupport() != null;
        }
        return HttpMethod.GET.is(request.getMethod())
                && request.getHeaders().getCSV("Upgrade", true).stream().anyMatch(PROTOCOL::equalsIgnoreCase);
    }

    /** Returns whether the request has come over HTTP/2. */
    public static boolean isOverHttp2(Request request) {
        return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2;
    }

    /** Returns what is wrong with the request; null if nothing is. */
    public static @Nullable String faultOf(Request request) {
        HttpFields fields = request.getHeaders();
        if (!VERSION.equals(fields.get(HttpHeader.SEC_WEBSOCKET_VERSION))) {
            return "the version of WebSocket is not 13";
        }
        if (isOverHttp2(request)) {
            String protocol = request.getTunnelSupport().getProtocol();
            return PROTOCOL.equals(protocol) ? null : "the protocol is not websocket";
        }
        if (request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_1_1) {
            return "WebSocket needs HTTP/1.1 or HTTP/2";
        }
        boolean upgrades = fields.getCSV(HttpHeader.CONNECTION, true).stream()
                .anyMatch(token -> token.toLowerCase(Locale.ROOT).equals("upgrade"));
        if (!upgrades) {
            return "the field Connection has no upgrade";
        }
        return isKey(fields.get(HttpHeader.SEC_WEBSOCKET_KEY)) ? null : "Sec-WebSocket-Key is not 16 bytes in base64";
    }

    private static boolean isKey(@Nullable String key) {
        try {
            return key != null && Base64.getDecoder().decode(key.strip()).length == KEY_BYTES;
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    /** Returns the value of {@code Sec-WebSocket-Accept} for {@code key}. */
    public static String accept(String key) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            return Base64.getEncoder()
                    .encodeToString(sha1.digest((key.strip() + GUID).getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException x) {
            throw new IllegalStateException("each JVM has SHA-1", x);
        }
    }
}
