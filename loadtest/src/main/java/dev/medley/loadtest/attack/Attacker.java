package dev.medley.loadtest.attack;

import dev.medley.loadtest.attack.connection.Attack;
import dev.medley.loadtest.attack.connection.AttackConnection;
import dev.medley.loadtest.attack.connection.AttackLoop;
import dev.medley.loadtest.attack.connection.ClearLink;
import dev.medley.loadtest.attack.connection.TlsClient;
import dev.medley.loadtest.attack.connection.TlsLink;
import dev.medley.loadtest.attack.way.Attacks;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The program of the attacker: {@code Attacker NAME PORT AUTHORITY}. It attacks a port of the loopback address until it is ended,
 * and prints a line a second.
 */
final class Attacker {

    /** The bytes that it may send. */
    static final long MAX_BYTES = 100_000_000;

    private static final int WHOLE_RECORD = 16 * 1024;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private Attacker() {}

    /** Attacks. */
    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        Attack attack = Attacks.named(arguments[0])
                .orElseThrow(() -> new IllegalArgumentException("no attack has the name " + arguments[0]));
        InetSocketAddress target =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1]));
        AttackConnection.Links links = links(attack, List.of(arguments).subList(2, arguments.length));
        new AttackLoop(attack, target, links, MAX_BYTES).run(new Printer(System.out));
    }

    private static AttackConnection.Links links(Attack attack, List<String> authority)
            throws IOException, GeneralSecurityException {
        Attack.Way way = attack.way();
        if (way == Attack.Way.CLEAR || way == Attack.Way.CLEAR_TO_TLS) {
            return ClearLink::new;
        }
        int recordBytes = way == Attack.Way.TLS_TINY_RECORDS ? 1 : WHOLE_RECORD;
        TlsClient tls = TlsClient.trusting(Path.of(authority.get(0)));
        return (channel, budget) -> new TlsLink(channel, budget, tls.engine(way), recordBytes);
    }

    /** Prints the totals, at the beginning and every second. */
    private static final class Printer implements AttackLoop.Observer {

        private final PrintStream out;
        private long due = System.nanoTime();

        Printer(PrintStream out) {
            this.out = out;
        }

        @Override
        public boolean goOn(AttackLoop.Totals totals) {
            long now = System.nanoTime();
            if (now - due >= 0) {
                due = now + SECOND;
                out.println(AttackerLine.of(totals));
            }
            return true;
        }
    }
}
