package dev.medley.exchange;

import dev.medley.connection.RequestBody;

/** Bodies for requests. */
final class Bodies {

    /** So many bytes that a partner who does not read keeps whoever sends them waiting. */
    static final int LARGE = 16 << 20;

    private Bodies() {}

    static RequestBody large() {
        return RequestBody.of("application/octet-stream", new byte[LARGE]);
    }

    static RequestBody small() {
        return RequestBody.json("{\"small\":true}");
    }
}
