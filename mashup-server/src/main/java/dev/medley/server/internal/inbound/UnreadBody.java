package dev.medley.server.internal.inbound;

import dev.medley.account.internal.ClientAccount;

/** The bytes of one request over HTTP/2 that its mashup has not read: of its body, and of a large head. Thread-safe. */
final class UnreadBody {

    /** The window of a stream whose body is read on arrival. */
    private static final int LARGE_WINDOW = 512 * 1024;

    /** Bytes of heap that an unread frame takes beside its content: some 150 were measured. */
    private static final int FRAME = 192;

    private final ClientAccount account;
    private int window = InboundWindows.FIRST_WINDOW;
    /** Of its head and its trailers, if they are large. */
    private int fields;

    private int unread;
    private int frames;
    /** What has been consumed. */
    private long read;

    private final Standstill standstill = new Standstill();
    /** Consumed since the client was last granted more. */
    private int consumed;
    /** Consumed while the window was small. */
    private int total;

    private boolean ended;

    UnreadBody(ClientAccount account) {
        this.account = account;
    }

    synchronized void received(int bytes) {
        if (!ended) {
            unread += bytes;
            frames++;
            account.take(bytes + FRAME);
        }
    }

    /** Returns false if the account has no room for them. */
    synchronized boolean reserveFields(int bytes) {
        if (ended) {
            return true;
        }
        boolean reserved = account.reserve(bytes);
        if (reserved) {
            fields += bytes;
        }
        return reserved;
    }

    synchronized void takeFields(int bytes) {
        if (!ended) {
            fields += bytes;
            account.take(bytes);
        }
    }

    /** Returns whether it holds bytes, and none has been read for a while. */
    synchronized boolean standsStill(Standstill.Search now) {
        return (frames > 0 || fields > 0) && standstill.lasts(read, now);
    }

    /** Gives back what it holds: it is dropped. */
    synchronized void end() {
        ended = true;
        account.release(fields + unread + (long) frames * FRAME);
        fields = 0;
        unread = 0;
        frames = 0;
    }

    /** Returns the bytes to grant. */
    synchronized int consumed(int bytes) {
        if (ended) {
            return 0;
        }
        // The end of a body is read as a frame that has not come.
        int frame = frames == 0 ? 0 : 1;
        frames -= frame;
        unread -= bytes;
        account.release(bytes + (long) frame * FRAME);
        consumed += bytes;
        read += bytes;
        int more = 0;
        if (window < LARGE_WINDOW) {
            total += bytes;
            if (unread == 0 && total > InboundWindows.FIRST_WINDOW * InboundWindows.SHARE) {
                more = LARGE_WINDOW - InboundWindows.FIRST_WINDOW;
                window = LARGE_WINDOW;
            }
        }
        if (more == 0 && consumed <= window * InboundWindows.SHARE) {
            return 0;
        }
        int granted = consumed + more;
        consumed = 0;
        return granted;
    }
}
