package dev.medley.stubs.raw;

import dev.medley.stubs.internal.loop.Step;
import dev.medley.stubs.internal.loop.Wire;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/** A JSON object of many distinct names, made once, when the first request asks for it. Used by one thread. */
final class ManyNames {

    private static final int RADIX = 36;

    private final int count;
    private byte @Nullable [] json;

    ManyNames(int count) {
        this.count = count;
    }

    int length() {
        return json().length;
    }

    Step send() {
        return Step.send(json());
    }

    private byte[] json() {
        byte[] made = json;
        if (made == null) {
            made = make();
            json = made;
        }
        return made;
    }

    private byte[] make() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            bytes.writeBytes(Wire.bytes((i == 0 ? '{' : ',') + "\"" + Integer.toString(i, RADIX) + "\":0"));
        }
        bytes.write('}');
        return bytes.toByteArray();
    }
}
