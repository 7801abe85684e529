package dev.medley.loadtest.clients;

/** An HTTP client that sends bursts of requests. A new one has no connections. */
public interface OutboundClient {

    /**
     * Begins all requests of a burst and does not wait for their responses, each of which it reports to the burst.
     *
     * @throws Exception if the burst cannot be sent
     */
    void send(Burst burst) throws Exception;

    /**
     * Closes the connections and ends the threads.
     *
     * @throws Exception if that fails
     */
    void close() throws Exception;

    /** Creates a client. */
    @FunctionalInterface
    interface Factory {

        /**
         * Returns a new client.
         *
         * @throws Exception if it does not start
         */
        OutboundClient create(ClientOptions options) throws Exception;
    }
}
