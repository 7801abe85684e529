import com.sun.net.httpserver.HttpServer;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** An issuer for measurements: java Issuer.java PORT serves its keys at /jwks, and prints a token of an hour. */
final class Issuer {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private Issuer() {}

    public static void main(String[] args) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair keys = generator.generateKeyPair();
        RSAPublicKey key = (RSAPublicKey) keys.getPublic();
        byte[] set = "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"k1\",\"n\":\"%s\",\"e\":\"%s\"}]}"
                .formatted(number(key.getModulus()), number(key.getPublicExponent()))
                .getBytes(StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), 0);
        server.createContext("/jwks", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, set.length);
            exchange.getResponseBody().write(set);
            exchange.close();
        });
        server.start();
        String content = part("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"k1\"}") + "."
                + part(("{\"iss\":\"https://login.test\",\"aud\":\"medley\",\"sub\":\"ada\",\"scope\":\"fanout.read\","
                                + "\"iat\":%d,\"exp\":%d}")
                        .formatted(
                                Instant.now().getEpochSecond(),
                                Instant.now().plusSeconds(3600).getEpochSecond()));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(keys.getPrivate());
        signature.update(content.getBytes(StandardCharsets.US_ASCII));
        System.out.println("token " + content + "." + BASE64.encodeToString(signature.sign()));
    }

    private static String part(String json) {
        return BASE64.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static String number(BigInteger value) {
        byte[] bytes = value.toByteArray();
        return BASE64.encodeToString(bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }
}
