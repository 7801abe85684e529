package dev.medley.exchange;

import dev.medley.connection.RequestBody;

/** Bodies for requests. */
final class Bodies {

    /** More bytes than fit on their way to a partner that does not read. */
    static final int LARGE = 16 << 20;

    private Bodies() {}

    static RequestBody large() {
        return RequestBody.of("application/octet-stream", new byte[LARGE]);
    }

    static RequestBody small() {
        return RequestBody.json("{\"small\":true}");
    }
}
