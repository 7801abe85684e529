package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.Attack.Way;
import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.connection.TlsClient;
import dev.medley.loadtest.attack.way.Http2Client.Plan;
import java.time.Duration;
import java.util.List;

/** Attacks by TLS, and some of the others over it. */
final class TlsAttacks {

    private static final byte[] HELLO = TlsClient.clientHello();

    /** The head of a record of 16 KB. */
    private static final String RECORD = "\u0016\u0003\u0001@\u0000";

    private static final byte[] SMALL =
            FieldBlock.get(Targets.SMALL, Way.TLS_H2).bytes();

    private TlsAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.of(
                                "tls-hello",
                                "handshakes that the client does not finish",
                                Repeated.once(HELLO, Outgoing.Afterwards.GO_ON))
                        .way(Way.CLEAR_TO_TLS),
                Attack.of(
                                "tls-hello-flood",
                                "handshakes that end when the server has done its part",
                                ReplyTrigger.of(HELLO, Outgoing.Afterwards.RESET))
                        .way(Way.CLEAR_TO_TLS)
                        .onlyCpu(),
                Attack.of(
                                "tls-record-drip",
                                "a record of 16 KB that arrives at a byte every %d ms"
                                        .formatted(Repeated.DRIP.toMillis()),
                                Repeated.dripping(RECORD, "\u0001", Repeated.DRIP))
                        .way(Way.CLEAR_TO_TLS),
                Attack.of(
                                "tls-clear-text",
                                "requests in clear text, each on a new connection",
                                ReplyTrigger.of(Http1Heads.get(Targets.SMALL), Outgoing.Afterwards.CLOSE))
                        .way(Way.CLEAR_TO_TLS),
                Attack.of(
                                "tls-resumptions",
                                "a request on each connection, with session tickets",
                                ReplyTrigger.of(Http1Heads.get(Targets.SMALL), Outgoing.Afterwards.CLOSE))
                        .way(Way.TLS)
                        .onlyCpu(),
                Attack.of("tls-renegotiation", "renegotiation again and again (TLS 1.2)", NewHandshakes::new)
                        .way(Way.TLS_1_2),
                Attack.of("tls-new-keys", "new keys again and again (KeyUpdate of TLS 1.3)", NewHandshakes::new)
                        .way(Way.TLS)
                        .onlyCpu(),
                Attack.of(
                                "tls-tiny-records",
                                "requests one behind the other, in records of one byte",
                                Repeated.dripping("", Http1Heads.get(Targets.SMALL), Duration.ZERO))
                        .way(Way.TLS_TINY_RECORDS),
                Attack.of(
                                "tls-close-notify",
                                "requests with close_notify behind them, on a connection that stays",
                                Repeated.once(Http1Heads.get(Targets.WAITING), Outgoing.Afterwards.END_OUTPUT))
                        .way(Way.TLS),
                Attack.of(
                                "tls-pass-unread",
                                "streamed replies that are not read",
                                Repeated.unread(Http1Heads.get(Targets.ENDLESS), ""))
                        .way(Way.TLS),
                http2(
                        "tls-h2-zero-window",
                        Steps.STREAMS + " small replies to a connection, and windows of 0",
                        Plan.of(FrameWriter.INITIAL_WINDOW_SIZE, 0)
                                .opening(client -> Steps.gets(client, SMALL, Steps.STREAMS))));
    }

    private static Attack http2(String name, String what, Plan plan) {
        return Steps.attack(name, what, plan).way(Way.TLS_H2);
    }
}
