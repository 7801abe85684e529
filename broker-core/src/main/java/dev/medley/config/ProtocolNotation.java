package dev.medley.config;

import dev.medley.connection.Protocol;
import java.util.Set;

/** How to talk to a partner. */
record ProtocolNotation() implements Notation<Protocol> {

    private static final Set<String> LATER = Set.of("h2", "h2c");

    @Override
    public Protocol read(String text) {
        if (!text.equals(Protocol.HTTP_1_1.configured())) {
            String fault = LATER.contains(text) ? "is not supported so far" : "is not a protocol";
            throw new Refusal(text, fault, expected());
        }
        return Protocol.HTTP_1_1;
    }

    @Override
    public String expected() {
        return Protocol.HTTP_1_1.configured();
    }
}
