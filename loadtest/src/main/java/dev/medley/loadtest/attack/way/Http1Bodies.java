package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.Outgoing;
import java.nio.charset.StandardCharsets;
import java.util.List;

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
                        "bodies of 1 MiB whose last byte never arrives",
                        Repeated.once(
                                post(LONG) + BEGIN + "x".repeat(LENGTH - BEGIN.length() - 1),
                                Outgoing.Afterwards.GO_ON)),
                Attack.of(
                        "h1-body-drip",
                        "bodies that arrive at a byte every %d ms".formatted(Repeated.DRIP.toMillis()),
                        Repeated.dripping(post(LONG), "x", Repeated.DRIP)),
                Attack.of(
                        "h1-body-unread",
                        "bodies that no mashup reads",
                        Repeated.dripping(
                                "POST " + Targets.WAIT + " HTTP/1.1\r\n" + Http1Heads.HOST + LONG + "\r\n",
                                "x".repeat(1_000),
                                Repeated.DRIP)),
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
                bomb("h1-gzip-bomb", CodedBomb.GZIP),
                bomb("h1-deflate-bomb", CodedBomb.DEFLATE),
                Attack.of(
                        "h1-transfer-coding",
                        "bodies with Transfer-Encoding: gzip, chunked, each on a new connection: a 400",
                        ReplyTrigger.of(
                                post("Transfer-Encoding: gzip, chunked\r\n") + chunk(CodedBomb.GZIP.bytes()),
                                Outgoing.Afterwards.CLOSE)));
    }

    private static Attack bomb(String name, CodedBomb bomb) {
        byte[] bytes = bomb.bytes();
        return Attack.of(
                name,
                bomb.what(),
                Repeated.of(
                        "",
                        post("Content-Encoding: " + bomb.coding() + "\r\n", "Content-Length: " + bytes.length + "\r\n")
                                + text(bytes)));
    }

    private static String chunk(byte[] bytes) {
        return Integer.toHexString(bytes.length) + "\r\n" + text(bytes) + "\r\n0\r\n\r\n";
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String post(String... fields) {
        return "POST " + Targets.STORE + " HTTP/1.1\r\n" + Http1Heads.HOST + "Content-Type: application/json\r\n"
                + String.join("", fields) + "\r\n";
    }
}
