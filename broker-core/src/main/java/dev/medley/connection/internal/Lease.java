package dev.medley.connection.internal;

/**
 * The right to one stream of a connection: over HTTP/1.1 a connection has one lease, over HTTP/2 as many as its peer
 * allows. It ends when the connection reports that its stream is idle, when the connection is closed, or by
 * {@link #release()}.
 */
public interface Lease {

    /** The connection under the stream. */
    PartnerConnection connection();

    /**
     * Prepares to carry a request; {@link Transfer#send()} sends it. Once.
     *
     * @param listener is called back
     */
    Transfer prepare(DefaultOutboundRequest request, TransferListener listener);

    /** Gives the stream back unused. */
    void release();
}
