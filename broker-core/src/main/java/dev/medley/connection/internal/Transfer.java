package dev.medley.connection.internal;

/** One request and its response on a connection. Its {@link TransferListener} gets the events. Thread-safe. */
public interface Transfer {

    /** Sends the request; once. Does not block; the listener may be called before this returns. */
    void send();

    /** Reads the next part of the body, after {@link TransferListener#onBodyPart} returned false. */
    void demand();

    /**
     * Parts of the body may wait for somebody else than Medley: the partner is not to send more of it ahead than it does at first. The
     * parts that Medley itself reads one after another for the sake of others do not count.
     */
    default void readSlowly() {}

    /**
     * Keeps a request back that has not begun to be written, if {@link #send()} has put that off: {@link #begun()} does not
     * become true any more. The transfer goes on otherwise; {@link #abort} must follow.
     */
    void withdraw();

    /** Ends both request and response, and closes or resets the connection under them. */
    void abort(Throwable cause);

    /** Returns whether writing the request has begun; if not, the partner has not seen a byte of it. */
    boolean begun();
}
