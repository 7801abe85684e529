package dev.medley.server.internal.replay;

import dev.medley.exchange.internal.call.DefaultExchange;

/** Receives end-of-exchange callbacks on broker threads, one at a time if it asks for that. Must not block but in {@link #ending}. */
public interface ExchangeEnds {

    /** Ignores them. */
    ExchangeEnds NONE = new ExchangeEnds() {

        @Override
        public boolean oneAtATime() {
            return false;
        }

        @Override
        public void ending(DefaultExchange exchange) {}

        @Override
        public void ended(DefaultExchange exchange) {}

        @Override
        public void settled(DefaultExchange exchange) {}
    };

    /** Returns whether an exchange may end only when the end of the one before has had its effects. */
    boolean oneAtATime();

    /** An exchange has ended, and its turn comes next; may wait for the ends of others, but not for long. */
    void ending(DefaultExchange exchange);

    /** An exchange has ended; the code of the mashup has not been told yet, its listener excepted. */
    void ended(DefaultExchange exchange);

    /** The end of an exchange has had its effects. */
    void settled(DefaultExchange exchange);
}
