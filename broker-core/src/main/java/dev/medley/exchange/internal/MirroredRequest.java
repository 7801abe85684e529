package dev.medley.exchange.internal;

import dev.medley.account.internal.ClientAccount;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.BodyPart;
import dev.medley.exchange.Exchange;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.Outcome;
import dev.medley.partner.internal.routing.Mirror;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A copy of a request for the mirror of its partner. It is an exchange of no mashup, which nobody waits for and whose response is
 * dropped as it arrives. It is sent at once or not at all: a mirror that is slower than its partner holds no more than it may.
 */
final class MirroredRequest implements ExchangeListener {

    private static final Logger LOG = LoggerFactory.getLogger(MirroredRequest.class);

    private final Mirror mirror;
    private final DefaultBroker broker;
    private final DefaultExchangeBuilder copy;
    private final @Nullable RequestBody body;

    /**
     * Creates a copy.
     *
     * @param copy of the request, which this starts
     * @param body of the request
     */
    MirroredRequest(Mirror mirror, DefaultBroker broker, DefaultExchangeBuilder copy, @Nullable RequestBody body) {
        this.mirror = mirror;
        this.broker = broker;
        this.copy = copy;
        this.body = body;
    }

    /** Sends it, if it is among the share. By any thread. */
    void send() {
        if (mirror.takesNext()) {
            // On the pool, without the context of the mashup, whose cancellation is not for it.
            broker.pool().execute(this::start);
        }
    }

    private void start() {
        // A stream can be sent once only, and the partner has it.
        boolean possible = (body == null || !body.streamed()) && copy.partner().isFree();
        if (!possible || !memory().reserve(length())) {
            mirror.countDropped();
            return;
        }
        try {
            copy.retries(0).streamed().listener(this).internal().start();
            mirror.countSent();
        } catch (RuntimeException x) {
            memory().release(length());
            mirror.countDropped();
            LOG.debug("{}: a request is not mirrored", copy.partner(), x);
        }
    }

    @Override
    public void onBodyPart(Exchange exchange, BodyPart part) {
        part.next();
    }

    @Override
    public void onEnded(Exchange exchange, Outcome outcome) {
        memory().release(length());
    }

    private ClientAccount memory() {
        return broker.heldBytes().common();
    }

    private long length() {
        return body == null ? 0 : body.length();
    }
}
