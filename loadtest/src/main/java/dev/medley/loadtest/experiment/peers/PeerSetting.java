package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.PartnerProtocol;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * The conditions of a window. Only windows under the same conditions are compared.
 *
 * @param mode the load
 * @param protocol between Medley and the partners; the rivals speak HTTP/1.1
 * @param calls requests to partners for each mashup
 * @param delayMillis the partners' delay
 * @param rate arrivals per second; 0 in the closed loop
 * @param users of the closed loop; 0 at a rate
 * @param pinned whether the server has a core of its own
 * @param java the version of the JVM of all servers
 * @param quick whether it belongs to the short form
 */
record PeerSetting(
        PeerMode mode,
        PartnerProtocol protocol,
        int calls,
        int delayMillis,
        double rate,
        int users,
        boolean pinned,
        int java,
        boolean quick) {

    String label() {
        return "C=%d, %s".formatted(calls, load());
    }

    /** The conditions but for the number of requests to partners. */
    String load() {
        String arrivals = mode == PeerMode.saturated
                ? "saturated by %d users%s".formatted(users, pinned ? "" : " with nothing pinned")
                : String.format(
                        Locale.ROOT,
                        "%s mashups/s",
                        BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString());
        return "%s, partners of %d ms%s, Java %d%s"
                .formatted(
                        arrivals,
                        delayMillis,
                        protocol == PartnerProtocol.H2C ? " (Medley over h2c)" : "",
                        java,
                        quick ? ", short form" : "");
    }

    PeerSetting withCalls(int other) {
        return new PeerSetting(mode, protocol, other, delayMillis, rate, users, pinned, java, quick);
    }

    /** The path and query of the mashup. */
    String path() {
        return path(calls, delayMillis);
    }

    static String path(int calls, int delayMillis) {
        return "/fanout?c=%d&delay=%d".formatted(calls, delayMillis);
    }
}
