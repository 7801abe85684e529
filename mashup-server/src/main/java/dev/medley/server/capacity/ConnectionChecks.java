package dev.medley.server.capacity;

import dev.medley.partner.PartnerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What the system needs for connections: files, ports, places to wait in. */
final class ConnectionChecks {

    private static final long MOST_PORTS = 65_535 - 1_024 + 1;
    private static final int LEAST_BACKLOG = 4_096;
    private static final long REUSED_EVERYWHERE = 1;

    private ConnectionChecks() {}

    static List<Finding> of(Situation situation) {
        return List.of(openFiles(situation), ports(situation), backlog(situation));
    }

    private static Finding openFiles(Situation situation) {
        long needed = situation.load().files();
        long limit = RoundUp.count(needed);
        String hard = situation.there(Fact.OPEN_FILES_AT_MOST).stream()
                .filter(value -> value < limit)
                .mapToObj(value -> "; as root, for the hard limit is " + Unit.COUNT.show(value))
                .collect(Collectors.joining());
        return new Finding(
                "open files",
                situation.there(Fact.OPEN_FILES),
                needed,
                Unit.COUNT,
                List.of(
                        "ulimit -n " + limit + "   (in the shell that starts Medley" + hard + ")",
                        "LimitNOFILE=" + limit + "   (in the unit, with systemd)",
                        "medley - nofile " + limit + "   (in /etc/security/limits.d/medley.conf, for logins)"));
    }

    /** Each address and port of a partner has the whole range for itself. */
    private static Finding ports(Situation situation) {
        long needed = situation.configuration().partners().stream()
                .collect(Collectors.groupingBy(PartnerSettings::address, Collectors.counting()))
                .values()
                .stream()
                .mapToLong(partners -> partners * situation.exchangesPerPartner())
                .max()
                .orElseGet(situation.load()::exchanges);
        List<String> mends = new ArrayList<>();
        if (needed > MOST_PORTS) {
            mends.add("no range has so many: give the partner more addresses, or run more instances on other machines");
        } else {
            mends.add("sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\"");
            mends.add("sysctl -w net.ipv4.ip_local_reserved_ports=%d,%d   (what listens there keeps its ports)"
                    .formatted(
                            situation.server().port(),
                            situation.server().admin().port()));
        }
        if (situation.facts().read(Fact.TIME_WAIT_REUSE).orElse(0) != REUSED_EVERYWHERE) {
            mends.add("sysctl -w net.ipv4.tcp_tw_reuse=1   (a port is in TIME_WAIT for 60 s after its connection)");
        }
        return new Finding("ports to one address", situation.there(Fact.LOCAL_PORTS), needed, Unit.COUNT, mends);
    }

    /** A second without a thread that accepts, as in a long collection of garbage, is to lose no client. */
    private static Finding backlog(Situation situation) {
        long needed = Math.min(
                situation.load().users(), (long) Math.ceil(situation.load().rate()));
        int configured = situation.server().acceptBacklog();
        long enough = Math.max(LEAST_BACKLOG, RoundUp.count(needed));
        List<String> mends = new ArrayList<>();
        if (!situation.hasAtLeast(Fact.LISTEN_BACKLOG, needed)) {
            mends.add("sysctl -w net.core.somaxconn=" + enough);
        }
        if (configured < needed) {
            mends.add("server.accept-backlog: " + enough);
        }
        return new Finding(
                "listen backlog",
                situation.there(Fact.LISTEN_BACKLOG).stream()
                        .map(system -> Math.min(system, configured))
                        .findFirst(),
                needed,
                Unit.COUNT,
                mends);
    }
}
