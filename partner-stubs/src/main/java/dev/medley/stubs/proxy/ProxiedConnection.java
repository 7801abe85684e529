package dev.medley.stubs.proxy;

import dev.medley.stubs.internal.loop.Alarms;
import dev.medley.stubs.internal.loop.LoopConnection;
import dev.medley.stubs.internal.loop.PlainLink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Collection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection through a {@link FaultProxy}: that of the client, and the one to the partner. Used by one thread. */
final class ProxiedConnection implements LoopConnection {

    private static final Logger LOG = LoggerFactory.getLogger(ProxiedConnection.class);

    /** The time between the last byte and a reset, so that the byte is not lost with the connection. */
    private static final Duration BEFORE_RESET = Duration.ofMillis(50);

    private final PlainLink client;
    private final PlainLink partner;
    private final ProxyRelay requests;
    private final ProxyRelay responses;
    private final Alarms alarms;
    private final Collection<ProxiedConnection> open;
    private boolean alarmSet;
    private long alarmNanos;
    private boolean cutting;

    private ProxiedConnection(
            PlainLink client, PlainLink partner, ProxyFault fault, Alarms alarms, Collection<ProxiedConnection> open) {
        this.client = client;
        this.partner = partner;
        this.alarms = alarms;
        this.open = open;
        long now = System.nanoTime();
        requests = new ProxyRelay(client, partner, false, fault, now);
        responses = new ProxyRelay(partner, client, true, fault, now);
    }

    /**
     * Takes the connection of a client, and begins one to the partner.
     *
     * @param open has the connection as long as it is open
     */
    static ProxiedConnection begin(
            PlainLink client,
            InetSocketAddress partner,
            ProxyFault fault,
            Alarms alarms,
            Collection<ProxiedConnection> open)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(partner);
            SelectionKey key = channel.register(client.key().selector(), SelectionKey.OP_CONNECT);
            ProxiedConnection connection =
                    new ProxiedConnection(client, new PlainLink(channel, key), fault, alarms, open);
            key.attach(connection);
            open.add(connection);
            return connection;
        } catch (IOException | RuntimeException x) {
            channel.close();
            client.reset();
            throw x;
        }
    }

    @Override
    public void begin() {
        advance();
    }

    @Override
    public void ready(ByteBuffer buffer) {
        advance();
    }

    /** Lets another fault hold from now on. */
    void inject(ProxyFault fault) {
        long now = System.nanoTime();
        requests.inject(fault, now);
        responses.inject(fault, now);
        cutting = false;
        advance();
    }

    /** Ends it now, with RST or FIN towards the client. */
    void cut(boolean reset) {
        open.remove(this);
        try {
            // The partner sees a reset in any case: what it still sends arrives nowhere. It is closed if it has
            // refused.
            if (partner.isOpen()) {
                partner.reset();
            }
            if (reset) {
                client.reset();
            } else {
                client.close();
            }
        } catch (IOException x) {
            LOG.debug("a connection did not close", x);
        }
    }

    @Override
    public void drop() {
        cut(false);
    }

    private void advance() {
        if (!client.isOpen()) {
            return;
        }
        try {
            if (partner.channel().isConnected() || partner.channel().finishConnect()) {
                relay();
            } else {
                client.interest(false, false);
            }
        } catch (IOException x) {
            // One side has reset, or the partner refuses: so does the other side.
            LOG.debug("a connection has broken", x);
            cut(true);
        }
    }

    private void relay() throws IOException {
        long now = System.nanoTime();
        requests.advance(now);
        responses.advance(now);
        if (requests.finished() && responses.finished()) {
            open.remove(this);
            partner.close();
            client.close();
            return;
        }
        if (responses.cutDue()) {
            cutSoon();
        }
        client.interest(requests.wantsInput(), responses.wantsRoom());
        partner.interest(responses.wantsInput(), requests.wantsRoom());
        alarm(requests.pause(now), now);
        alarm(responses.pause(now), now);
    }

    private void cutSoon() {
        if (cutting) {
            return;
        }
        cutting = true;
        ProxyGate gate = responses.gate();
        alarms.after(gate.hasPassed() ? BEFORE_RESET : Duration.ZERO, () -> {
            if (cutting && client.isOpen()) {
                cut(gate.cutsByReset());
            }
        });
    }

    /** Goes on after {@code pause}, unless it does so before. */
    private void alarm(Duration pause, long nowNanos) {
        long due = nowNanos + pause.toNanos();
        if (pause.isZero() || (alarmSet && due - alarmNanos >= 0)) {
            return;
        }
        alarmSet = true;
        alarmNanos = due;
        alarms.after(pause, () -> {
            if (due == alarmNanos) {
                alarmSet = false;
            }
            advance();
        });
    }
}
