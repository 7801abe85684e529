package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.partner.CacheStatus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A head with a member of this cache in its field Cache-Status, behind those of caches on the way (RFC 9211, section 2). */
public final class CachedHead implements ResponseHead {

    private static final String FIELD = "Cache-Status";

    private final int status;
    private final List<Header> received;
    private final List<Header> fields;
    private final long contentLength;
    private final CacheStatus cacheStatus;

    CachedHead(int status, List<Header> received, long contentLength, CacheStatus cacheStatus) {
        this.status = status;
        this.received = received;
        this.contentLength = contentLength;
        this.cacheStatus = cacheStatus;
        fields = with(received, cacheStatus);
    }

    /** The head of a response that came from the partner. */
    public static CachedHead of(ResponseHead head, CacheStatus cacheStatus) {
        return new CachedHead(head.status(), head.headers(), head.contentLength(), cacheStatus);
    }

    /** The head of a response that there is no stored one for. */
    public static CachedHead of(int status, CacheStatus cacheStatus) {
        return new CachedHead(status, List.of(), 0, cacheStatus);
    }

    /** This head with another status of the cache. */
    public CachedHead with(CacheStatus other) {
        return new CachedHead(status, received, contentLength, other);
    }

    /** The part that the cache had in it. */
    public CacheStatus cacheStatus() {
        return cacheStatus;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public @Nullable String header(String name) {
        for (Header field : fields) {
            if (field.name().equalsIgnoreCase(name)) {
                return field.value();
            }
        }
        return null;
    }

    @Override
    public List<Header> headers() {
        return fields;
    }

    @Override
    public long contentLength() {
        return contentLength;
    }

    @Override
    public String toString() {
        return "status " + status + ", " + cacheStatus;
    }

    private static List<Header> with(List<Header> received, CacheStatus cacheStatus) {
        List<Header> all = new ArrayList<>(received.size() + 1);
        received.stream().filter(field -> !field.name().equalsIgnoreCase(FIELD)).forEach(all::add);
        String before = Fields.combined(received, FIELD);
        all.add(new Header(FIELD, before == null ? cacheStatus.toString() : before + ", " + cacheStatus));
        return List.copyOf(all);
    }
}
