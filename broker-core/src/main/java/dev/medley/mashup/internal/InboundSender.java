package dev.medley.mashup.internal;

import dev.medley.caller.Caller;
import dev.medley.mashup.Inbound;
import dev.medley.partner.internal.routing.Sender;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who has sent an inbound request. */
record InboundSender(Inbound inbound, @Nullable Caller caller, String requestId) implements Sender {

    @Override
    public @Nullable String field(String name) {
        List<String> values = inbound.headers(name);
        // A proxy that adds a field leaves what the client has sent before it.
        return values.isEmpty() ? null : values.get(values.size() - 1);
    }

    @Override
    public @Nullable String address() {
        return inbound.remoteAddress();
    }
}
