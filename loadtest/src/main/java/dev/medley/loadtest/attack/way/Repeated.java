package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Outgoing;
import dev.medley.loadtest.attack.connection.Script;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;

/** A script that sends some bytes first and others again and again. */
public final class Repeated implements Script {

    /** Before each byte of a head or a body that drips. */
    static final Duration DRIP = Duration.ofMillis(100);

    private static final int CHUNK = 16 * 1024;

    private final byte[] first;
    private final byte[] again;
    private final Outgoing.Afterwards afterwards;
    private final boolean reads;
    private final Duration pause;
    private boolean begun;

    private Repeated(byte[] first, byte[] again, Outgoing.Afterwards afterwards, boolean reads, Duration pause) {
        this.first = first;
        this.again = again;
        this.afterwards = afterwards;
        this.reads = reads;
        this.pause = pause;
    }

    /** Sends {@code first}, and then {@code again} without a pause, many at once. */
    public static Supplier<Script> of(String first, String again) {
        byte[] repeated = bytes(again.repeat(again.isEmpty() ? 0 : Math.max(1, CHUNK / again.length())));
        return () -> new Repeated(bytes(first), repeated, Outgoing.Afterwards.GO_ON, true, Duration.ZERO);
    }

    /** As {@link #of}, but nothing that the server sends is read. */
    static Supplier<Script> unread(String first, String again) {
        byte[] repeated = bytes(again.repeat(again.isEmpty() ? 0 : Math.max(1, CHUNK / again.length())));
        return () -> new Repeated(bytes(first), repeated, Outgoing.Afterwards.GO_ON, false, Duration.ZERO);
    }

    /** Sends {@code first}, and then {@code again} with a pause before each. */
    public static Supplier<Script> dripping(String first, String again, Duration pause) {
        return () -> new Repeated(bytes(first), bytes(again), Outgoing.Afterwards.GO_ON, true, pause);
    }

    /** Sends {@code bytes}; the connection ends as {@code afterwards} demands. */
    public static Supplier<Script> once(byte[] bytes, Outgoing.Afterwards afterwards) {
        return () -> new Repeated(bytes, new byte[0], afterwards, true, Duration.ZERO);
    }

    public static Supplier<Script> once(String text, Outgoing.Afterwards afterwards) {
        return once(bytes(text), afterwards);
    }

    @Override
    public void next(Outgoing out) {
        if (begun) {
            out.put(again);
        } else {
            begun = true;
            out.put(first).then(afterwards);
        }
    }

    @Override
    public boolean reads() {
        return reads;
    }

    @Override
    public Duration pause() {
        return pause;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
