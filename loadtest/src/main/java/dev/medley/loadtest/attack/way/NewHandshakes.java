package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.connection.Script;
import java.nio.charset.StandardCharsets;

/** A script that demands a new handshake again and again, or new keys with TLS 1.3, behind the beginning of a request. */
public final class NewHandshakes implements Script {

    private boolean begun;

    @Override
    public void next(Outgoing out) {
        if (!begun) {
            begun = true;
            out.put("GET / HTTP/1.1\r\nX: ".getBytes(StandardCharsets.ISO_8859_1));
        }
        out.put('y').then(Outgoing.Afterwards.NEW_HANDSHAKE);
    }
}
