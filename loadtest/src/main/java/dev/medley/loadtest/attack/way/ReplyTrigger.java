package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.connection.Script;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** A script that sends some bytes, and ends its connection once the server has replied with anything. */
public final class ReplyTrigger implements Script {

    private final byte[] bytes;
    private final Outgoing.Afterwards end;
    private boolean sent;
    private boolean replied;

    private ReplyTrigger(byte[] bytes, Outgoing.Afterwards end) {
        this.bytes = bytes;
        this.end = end;
    }

    public static Supplier<Script> of(byte[] bytes, Outgoing.Afterwards end) {
        return () -> new ReplyTrigger(bytes, end);
    }

    public static Supplier<Script> of(String text, Outgoing.Afterwards end) {
        return of(text.getBytes(StandardCharsets.ISO_8859_1), end);
    }

    @Override
    public void next(Outgoing out) {
        if (!sent) {
            sent = true;
            out.put(bytes);
        } else if (replied) {
            out.then(end);
        }
    }

    @Override
    public void received(ByteBuffer received) {
        replied = true;
        received.position(received.limit());
    }
}
