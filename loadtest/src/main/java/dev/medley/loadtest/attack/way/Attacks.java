package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Attack;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** All attacks, in the order of a run. */
public final class Attacks {

    private static final Set<String> QUICK = Set.of(
            "h2-zero-window",
            "h2-closed-windows",
            "h2-tiny-data-unread",
            "h2-bodies-unended",
            "h2-pass-unread",
            "h2-rapid-reset",
            "h2-continuation",
            "h1-bodies-unended",
            "h1-pipeline-unread",
            "h1-head-drip",
            "tls-h2-zero-window");

    private Attacks() {}

    public static List<Attack> all() {
        return Stream.of(
                        Http2Windows.all(),
                        Http2Floods.all(),
                        Http2Resets.all(),
                        Http2Heads.all(),
                        Http2Bodies.all(),
                        Http1Heads.all(),
                        Http1Bodies.all(),
                        TlsAttacks.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Those that once succeeded. */
    public static List<Attack> quick() {
        return all().stream().filter(attack -> QUICK.contains(attack.name())).toList();
    }

    public static Optional<Attack> named(String name) {
        return all().stream().filter(attack -> attack.name().equals(name)).findFirst();
    }
}
