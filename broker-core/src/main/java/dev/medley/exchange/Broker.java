package dev.medley.exchange;

import java.util.List;
import java.util.function.Consumer;

/** The client side of Medley, which carries exchanges with partners out (paper, figure 2). Thread-safe. */
public interface Broker extends AutoCloseable {

    /**
     * Begins an exchange with a partner.
     *
     * @throws UnknownPartnerException if there is no such partner, the message names the existing ones
     */
    ExchangeBuilder exchange(String partner);

    /** The names of all partners, in the order of the configuration. */
    List<String> partnerNames();

    /** The number of exchanges that were started and have not ended. */
    int exchangesInFlight();

    /** Bytes of response bodies that are held at this moment. */
    long heldBodyBytes();

    /**
     * Registers {@code observer} for the end of each exchange, for metrics and logs. It is called by broker threads and must
     * not block; its exceptions are logged.
     */
    void onExchangeEnded(Consumer<? super Exchange> observer);

    /**
     * Closes all connections, which ends all exchanges, and waits for that for a while; stops the pool if it is the
     * broker's own. Not to be called by a thread of the pool.
     *
     * @throws IllegalStateException if the connections or the pool do not close; the pool is closed even if the
     *     connections do not
     */
    @Override
    void close();
}
