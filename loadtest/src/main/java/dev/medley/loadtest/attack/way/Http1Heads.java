package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.Outgoing;
import java.util.List;

/** Attacks over HTTP/1.1 and 1.0 by the heads of requests, and by connections without any. */
final class Http1Heads {

    static final String HOST = "Host: localhost\r\n";

    private static final int PIPELINED = 10;

    private Http1Heads() {}

    /** The head of a GET. */
    static String get(String target, String... fields) {
        return "GET " + target + " HTTP/1.1\r\n" + HOST + String.join("", fields) + "\r\n";
    }

    static List<Attack> all() {
        return List.of(
                Attack.of("h1-idle", "connections without a byte", Repeated.once("", Outgoing.Afterwards.GO_ON)),
                Attack.of(
                        "h1-head-drip",
                        "heads that arrive at a byte every %d ms".formatted(Repeated.DRIP.toMillis()),
                        Repeated.dripping("GET / HTTP/1.1\r\nX: ", "y", Repeated.DRIP)),
                Attack.of(
                        "h1-huge-head", "a field without end", Repeated.of("GET / HTTP/1.1\r\nX: ", "y".repeat(8_000))),
                Attack.of("h1-header-count", "fields without end", Repeated.of("GET / HTTP/1.1\r\n" + HOST, "a:b\r\n")),
                Attack.of("h1-empty-lines", "empty lines before a request", Repeated.of("", "\r\n")),
                Attack.of(
                        "h1-errors",
                        "malformed requests, each on a new connection",
                        ReplyTrigger.of("GET / HTTP/1.1\r\nHost : x\r\n\r\n", Outgoing.Afterwards.CLOSE)),
                Attack.of(
                        "h1-pipeline-unread",
                        "requests one behind the other, and no reply is read",
                        Repeated.unread("", get(Targets.SMALL))),
                Attack.of(
                        "h1-pipeline",
                        "requests one behind the other, and all replies are read",
                        Repeated.of("", get(Targets.SMALL))),
                Attack.of(
                        "h1-upgrade",
                        "requests to upgrade to h2c, one behind the other",
                        Repeated.of(
                                "",
                                get(
                                        Targets.SMALL,
                                        "Connection: Upgrade, HTTP2-Settings\r\n",
                                        "Upgrade: h2c\r\n",
                                        "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n"))),
                Attack.of(
                        "h1-0-pipeline",
                        "requests of HTTP/1.0 with keep-alive, one behind the other",
                        Repeated.of("", "GET " + Targets.SMALL + " HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")),
                Attack.of(
                        "h1-0-unread",
                        "a streamed reply to HTTP/1.0 that is not read",
                        Repeated.unread("GET " + Targets.ENDLESS + " HTTP/1.0\r\n\r\n", "")),
                Attack.of(
                        "h1-pass-unread",
                        "streamed replies that are not read",
                        Repeated.unread(get(Targets.ENDLESS), "")),
                Attack.of(
                        "h1-parts-unread",
                        "progressive replies that are not read",
                        Repeated.unread(get(Targets.PARTS, "Accept: " + Targets.PARTS_TYPE + "\r\n"), "")),
                Attack.of(
                        "h1-replies-unread",
                        "%d replies of %d KB to a connection, pipelined, that are not read"
                                .formatted(PIPELINED, Targets.HELD_BYTES / 1000),
                        Repeated.unread(get(Targets.HELD).repeat(PIPELINED), "")),
                Attack.of(
                        "h1-half-close",
                        "requests whose connection is half closed",
                        Repeated.once(get(Targets.WAITING), Outgoing.Afterwards.END_OUTPUT)),
                Attack.of(
                        "h1-reset",
                        "requests whose connection is reset, at once",
                        Repeated.once(get(Targets.WAITING), Outgoing.Afterwards.RESET)),
                Attack.of(
                        "h1-reset-in-reply",
                        "streamed replies whose connection is reset",
                        ReplyTrigger.of(get(Targets.ENDLESS), Outgoing.Afterwards.RESET)),
                Attack.of(
                        "h1-churn",
                        "connections that are closed at once",
                        Repeated.once("", Outgoing.Afterwards.CLOSE)));
    }
}
