package dev.medley.exchange;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A redirect with status 302. */
record LocatedHead(String location) implements ResponseHead {

    @Override
    public int status() {
        return 302;
    }

    @Override
    public @Nullable String header(String name) {
        return name.equalsIgnoreCase("Location") ? location : null;
    }

    @Override
    public List<Header> headers() {
        return List.of(new Header("Location", location));
    }

    @Override
    public long contentLength() {
        return 0;
    }
}
