package dev.medley.partner.internal.cache;

import dev.medley.connection.Header;
import dev.medley.connection.ResponseHead;
import dev.medley.partner.CacheStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** A response that is stored, or may be once its body is complete. Immutable. */
public final class StoredResponse {

    /** The bytes that a small object takes, about. */
    static final int OBJECT_BYTES = 32;

    private static final CheckedBody NOTHING = new CheckedBody(new byte[0]);
    private static final int NOT_MODIFIED = 304;
    private static final String CODING = "Content-Encoding";
    private static final String REVALIDATE = "stale-while-revalidate";
    private static final String IF_ERROR = "stale-if-error";

    private final int status;
    private final List<Header> fields;
    private final CheckedBody body;
    private final long contentLength;
    private final CacheControl control;
    private final Variant variant;
    private final Freshness freshness;
    private final long receivedNanos;

    private StoredResponse(
            int status,
            List<Header> fields,
            CheckedBody body,
            long contentLength,
            CacheControl control,
            Variant variant,
            Freshness freshness,
            long receivedNanos) {
        this.status = status;
        this.fields = fields;
        this.body = body;
        this.contentLength = contentLength;
        this.control = control;
        this.variant = variant;
        this.freshness = freshness;
        this.receivedNanos = receivedNanos;
    }

    /** The response to {@code request} that begins with {@code head}, without its body. */
    static StoredResponse of(CacheRequest request, ResponseHead head, Arrival arrival, CacheRules rules) {
        List<Header> received = head.headers();
        CacheControl control = CacheControl.of(received);
        return new StoredResponse(
                head.status(),
                StoredFields.of(StoredFields.dated(received, arrival)),
                NOTHING,
                head.contentLength(),
                control,
                Variant.of(received, request),
                Freshness.of(received, control, arrival, heuristicNanos(head.status(), control, rules)),
                arrival.receivedNanos());
    }

    private static long heuristicNanos(int status, CacheControl control, CacheRules rules) {
        boolean allowed = StorageRules.isHeuristic(status) || control.has("public");
        return allowed ? rules.heuristicNanos() : 0;
    }

    /** This response with its body. */
    public StoredResponse withBody(CheckedBody whole) {
        return new StoredResponse(status, fields, whole, contentLength, control, variant, freshness, receivedNanos);
    }

    /** This response, as a 304 to {@code request}, or the response to its HEAD, has freshened it (RFC 9111, section 3.2). */
    StoredResponse freshened(CacheRequest request, ResponseHead newerHead, Arrival arrival, CacheRules rules) {
        List<Header> received = newerHead.headers();
        List<Header> updated = StoredFields.updated(fields, StoredFields.dated(received, arrival));
        CacheControl newer = CacheControl.of(updated);
        // Date and Age of the newer head count, if it has them; not those of the response that it freshens.
        List<Header> aged = new ArrayList<>(updated);
        aged.removeIf(StoredFields::isAge);
        received.stream().filter(StoredFields::isAge).forEach(aged::add);
        return new StoredResponse(
                status,
                updated,
                body,
                contentLength,
                newer,
                Variant.of(updated, request),
                Freshness.of(aged, newer, arrival, heuristicNanos(status, newer, rules)),
                arrival.receivedNanos());
    }

    // ---- Reading. -----------------------------------------------------------------------------------------------

    /** The body. */
    public CheckedBody body() {
        return body;
    }

    /** The head with the age that it has at {@code nowNanos}, and with {@code cacheStatus} and what is left of its lifetime. */
    public CachedHead head(CacheStatus cacheStatus, long nowNanos) {
        return new CachedHead(status, aged(fields, nowNanos), contentLength, cacheStatus.ttl(ttlSeconds(nowNanos)));
    }

    /** As {@link #head}, of a 304 to a client that has this response: without the fields that describe its body. */
    public CachedHead notModified(CacheStatus cacheStatus, long nowNanos) {
        List<Header> kept = StoredFields.withoutThoseOfTheBody(fields);
        return new CachedHead(NOT_MODIFIED, aged(kept, nowNanos), 0, cacheStatus.ttl(ttlSeconds(nowNanos)));
    }

    private List<Header> aged(List<Header> shown, long nowNanos) {
        List<Header> aged = new ArrayList<>(shown.size() + 2);
        aged.addAll(shown);
        aged.add(new Header("Age", Long.toString(TimeUnit.NANOSECONDS.toSeconds(ageNanos(nowNanos)))));
        return aged;
    }

    /** The fields by which the partner can say that this response is still good; none if it has no validator. */
    public List<Header> conditions() {
        List<Header> conditions = new ArrayList<>(2);
        String tag = Fields.only(fields, "ETag");
        if (tag != null && !tag.isEmpty()) {
            conditions.add(new Header("If-None-Match", tag));
        }
        String modified = Fields.only(fields, "Last-Modified");
        if (modified != null && !modified.isEmpty()) {
            conditions.add(new Header("If-Modified-Since", modified));
        }
        return conditions;
    }

    /** The seconds for which it is fresh, negative for a stale one. */
    public long ttlSeconds(long nowNanos) {
        return Math.floorDiv(-stalenessNanos(nowNanos), TimeUnit.SECONDS.toNanos(1));
    }

    int status() {
        return status;
    }

    List<Header> fields() {
        return fields;
    }

    CacheControl control() {
        return control;
    }

    Variant variant() {
        return variant;
    }

    long lifetimeNanos() {
        return freshness.lifetimeNanos();
    }

    long ageNanos(long nowNanos) {
        return freshness.initialAgeNanos() + Math.max(0, nowNanos - receivedNanos);
    }

    /** The time since when it is stale; negative for a fresh one. */
    long stalenessNanos(long nowNanos) {
        return ageNanos(nowNanos) - freshness.lifetimeNanos();
    }

    boolean isFresh(long nowNanos) {
        return stalenessNanos(nowNanos) < 0;
    }

    /** Returns whether it must be validated before each use. */
    boolean mustValidate() {
        return control.has("no-cache");
    }

    /** Returns whether it may be used for requests with credentials, and stored from them (RFC 9111, section 3.5). */
    boolean isForAll() {
        return control.has("public") || control.has("s-maxage") || control.has("must-revalidate");
    }

    /** The time for which it may be used stale while it is validated. */
    long revalidateNanos(CacheRules rules) {
        return staleNanos(REVALIDATE, rules.revalidateNanos());
    }

    /** The time for which it may be used stale in place of a failure. */
    long ifErrorNanos(CacheRules rules) {
        return staleNanos(IF_ERROR, rules.ifErrorNanos());
    }

    /** Returns whether a request may ask for it while it is stale (RFC 9111, section 4.2.4). */
    boolean mayBeStale() {
        return !forbidsStale() && !control.has("s-maxage");
    }

    private boolean forbidsStale() {
        return mustValidate() || control.has("must-revalidate") || control.has("proxy-revalidate");
    }

    /** Its own directive, also beside {@code s-maxage}: the partner wants it. A default of the settings only where it may be stale. */
    private long staleNanos(String directive, long unlessGiven) {
        if (forbidsStale()) {
            return 0;
        }
        long given = control.nanos(directive);
        if (given != CacheControl.ABSENT) {
            return given;
        }
        return mayBeStale() ? unlessGiven : 0;
    }

    /** The bytes that it takes, about. */
    long weight() {
        long weight = body.bytes().length + 8L * OBJECT_BYTES + variant.weight();
        for (Header field : fields) {
            weight += field.name().length() + field.value().length() + 3L * OBJECT_BYTES;
        }
        return weight;
    }

    /** Returns whether a 304 can be about it: it has the same entity tag, or one of the two has none (RFC 9111, section 4.3.4). */
    boolean isMeantBy(ResponseHead notModified) {
        String named = notModified.header("ETag");
        String mine = Fields.only(fields, "ETag");
        return named == null || mine == null || opaque(named.strip()).equals(opaque(mine));
    }

    /**
     * Returns whether the response to a HEAD is that of a GET which would bring this response (RFC 9111, section 4.3.5): the
     * validators that it has are those of this one, and so is its length, unless this one was decompressed.
     */
    boolean isDescribedBy(ResponseHead ofHead) {
        String tag = ofHead.header("ETag");
        String mine = Fields.only(fields, "ETag");
        String modified = ofHead.header("Last-Modified");
        String length = ofHead.header("Content-Length");
        boolean sameTag = tag == null || (mine != null && opaque(tag.strip()).equals(opaque(mine)));
        boolean sameCoding = Objects.equals(ofHead.header(CODING), Fields.combined(fields, CODING));
        return sameTag
                && (modified == null || modified.strip().equals(Fields.only(fields, "Last-Modified")))
                && (length == null || !sameCoding || length.strip().equals(Integer.toString(body.bytes().length)));
    }

    /** The entity tag without the mark of a weak one: a stored response is decompressed, perhaps, and its tag weak by that. */
    static String opaque(String tag) {
        return tag.startsWith("W/") ? tag.substring(2) : tag;
    }
}
