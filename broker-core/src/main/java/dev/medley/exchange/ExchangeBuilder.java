package dev.medley.exchange;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.connection.internal.value.StreamUses;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.json.NotADocument;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.field.PassedFields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Builds one request to a partner. Options that are not set here are those of the partner's settings. Not
 * thread-safe.
 */
@JsonSerialize(using = NotADocument.NotStarted.class)
public final class ExchangeBuilder {

    private static final long LARGEST_BODY = 1 << 30;
    private static final int FIRST_STATUS = 200;
    private static final int MOST_RETRIES = 100;
    private static final String CONTENT_ENCODING = "Content-Encoding";
    private static final Set<String> KEYED = Set.of("POST", "PATCH");
    private static final int LAST_STATUS = 599;

    private final Broker broker;
    private final Partner partner;
    private final @Nullable Consumer<Exchange> owner;
    private String method = "GET";
    private String target = "/";
    private final List<Header> headers = new ArrayList<>();
    private List<Header> passed = List.of();
    private @Nullable RequestContext requestContext;
    private @Nullable RequestBody body;
    private @Nullable ExchangeListener listener;
    private Duration timeout;
    private Duration attemptTimeout;
    private Duration idleTimeout;
    private long maxBody;
    private int maxRedirects;
    private int retries = ExchangeOptions.OF_PARTNER;
    private long hedgeNanos = ExchangeOptions.OF_PARTNER;
    private boolean expectJson;
    private @Nullable Set<Integer> accepted;
    private boolean begun;
    private boolean streamed;
    private @Nullable String idempotencyKey;
    private @Nullable String label;
    private boolean internal;

    ExchangeBuilder(Broker broker, Partner partner, @Nullable Consumer<Exchange> owner) {
        this.broker = broker;
        this.partner = partner;
        this.owner = owner;
        PartnerSettings settings = partner.settings();
        timeout = settings.timeout();
        attemptTimeout = settings.attemptTimeout();
        idleTimeout = settings.idleTimeout();
        maxBody = settings.maxBody();
        maxRedirects = settings.redirects();
    }

    /**
     * A GET of {@code template}: path and query, in which the next of {@code values} replaces each
     * {@code {placeholder}}, percent-encoded.
     */
    public ExchangeBuilder get(String template, Object... values) {
        return request("GET", template, values);
    }

    /** A POST of {@code content} to {@code template}, as in {@link #get}. */
    public ExchangeBuilder post(RequestBody content, String template, Object... values) {
        this.body = content;
        return request("POST", template, values);
    }

    /** A PUT of {@code content} to {@code template}, as in {@link #get}. */
    public ExchangeBuilder put(RequestBody content, String template, Object... values) {
        this.body = content;
        return request("PUT", template, values);
    }

    /** A PATCH of {@code content} to {@code template}, as in {@link #get}. */
    public ExchangeBuilder patch(RequestBody content, String template, Object... values) {
        this.body = content;
        return request("PATCH", template, values);
    }

    /** A DELETE of {@code template}, as in {@link #get}. */
    public ExchangeBuilder delete(String template, Object... values) {
        return request("DELETE", template, values);
    }

    /** A request with any method, as in {@link #get}. */
    public ExchangeBuilder request(String verb, String template, Object... values) {
        this.method = verb;
        this.target = partner.settings().basePath() + Template.expand(template, values);
        return this;
    }

    /**
     * Checks, before there is a request, whether {@link #request} and {@link #start} take a template with these values.
     *
     * @throws IllegalArgumentException if no request has such a target; the message says why
     */
    public static void checkTarget(String template, Object... values) {
        DefaultOutboundRequest.checkTarget(Template.expand(template, values));
    }

    /**
     * Adds a header field; none if {@code value} is null, such as that of a field which the inbound request does not have.
     *
     * @throws InvalidRequestException if no field has such a name or value
     */
    public ExchangeBuilder header(String name, @Nullable String value) {
        if (value == null) {
            return this;
        }
        try {
            headers.add(new Header(name, value));
        } catch (IllegalArgumentException x) {
            // The value may be a parameter of the inbound request: then that is at fault, and not the mashup.
            throw invalidField(x);
        }
        return this;
    }

    private static InvalidRequestException invalidField(IllegalArgumentException x) {
        return InvalidRequestException.of(
                String.valueOf(x.getMessage()), "a header field has a character that no header field may have");
    }

    /**
     * Sets the inbound request that the exchange belongs to. Its fields are sent too, unless the request has them already, or
     * the partner's {@code request-id} is false. A mashup does this by itself.
     */
    public ExchangeBuilder requestContext(RequestContext inbound) {
        this.requestContext = inbound;
        return this;
    }

    /**
     * Sends the request with a new key in the field {@code Idempotency-Key}, by which the partner recognizes a request that it has
     * processed (draft-ietf-httpapi-idempotency-key-header). Whatever its method, it is then sent again as a GET is. The
     * partner's {@code idempotency-key} does so for each POST and PATCH.
     */
    public ExchangeBuilder idempotencyKey() {
        idempotencyKey = IdempotencyKey.create();
        return this;
    }

    /**
     * As {@link #idempotencyKey()}, with a key that the mashup has, such as the number of an order, or the client's field: the
     * partner recognizes the request in later exchanges, too.
     *
     * @param key a quoted string (RFC 9651, section 3.3.3), which is sent as it is, or text, which is sent as such a string
     * @throws InvalidRequestException if it is neither: if it is empty, or has other characters than those of ASCII that are
     *     printed, or a quotation mark or a backslash within it
     */
    public ExchangeBuilder idempotencyKey(String key) {
        idempotencyKey = IdempotencyKey.field(key);
        return this;
    }

    /**
     * Passes on those fields of the inbound request that the partner's {@code pass-headers} names, unless the request has
     * them already. A mashup does this by itself.
     *
     * @param valuesOf returns the values of a field of the inbound request
     * @throws InvalidRequestException if a value cannot be sent
     */
    public ExchangeBuilder passOn(Function<String, List<String>> valuesOf) {
        List<String> names = partner.settings().passHeaders();
        if (!names.isEmpty()) {
            try {
                passed = PassedFields.of(names, valuesOf);
            } catch (IllegalArgumentException x) {
                throw invalidField(x);
            }
        }
        return this;
    }

    /**
     * Passes on all fields of the inbound request, unless the request has them already: but those of the connection and the body,
     * {@code Forwarded}, {@code X-Forwarded-…} and {@code X-Real-IP}, which the client may have made up, {@code X-Original-URL} and
     * {@code X-Rewrite-URL}, which some servers take for the path, and those of id and trace, which are sent as the partner's
     * {@code request-id} says. After {@link #requestContext} and in place of {@link #passOn}.
     *
     * @param fields of the inbound request, by their names in any case
     * @throws InvalidRequestException if a value cannot be sent
     */
    public ExchangeBuilder passAll(Map<String, List<String>> fields) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(fields);
        RequestContext inbound = requestContext;
        if (inbound != null) {
            inbound.fields().forEach(each -> remove(each.name(), all));
        }
        try {
            passed = PassedFields.all(all);
        } catch (IllegalArgumentException x) {
            throw invalidField(x);
        }
        return this;
    }

    private static void remove(String name, Map<String, List<String>> from) {
        String plain = PassedFields.plain(name);
        from.keySet().removeIf(each -> PassedFields.plain(each).equals(plain));
    }

    /** Sets the body of the request. */
    public ExchangeBuilder body(RequestBody content) {
        this.body = content;
        return this;
    }

    /**
     * Sets the body of the request: the JSON document that {@code value} (a record, a map, a tree, …) is written as.
     *
     * @throws IllegalArgumentException if it cannot be a document
     */
    public ExchangeBuilder jsonBody(Object value) {
        return body(RequestBody.of("application/json", Json.of(value).bytes()));
    }

    /** Registers a listener for all events. */
    public ExchangeBuilder listener(ExchangeListener exchangeListener) {
        this.listener = exchangeListener;
        return this;
    }

    /**
     * Time for the whole exchange; if it is longer than the partner's, the partner's holds. If it is not more than
     * zero, the exchange expires as soon as it starts.
     */
    public ExchangeBuilder timeout(Duration whole) {
        this.timeout = whole.compareTo(timeout) < 0 ? notNegative(whole) : timeout;
        return this;
    }

    /**
     * Time for one attempt.
     *
     * @throws IllegalArgumentException if it is more than 365 days
     */
    public ExchangeBuilder attemptTimeout(Duration attempt) {
        this.attemptTimeout = bounded("attempt-timeout", attempt);
        return this;
    }

    /**
     * Time without a byte from the partner; it does not run while the next part of a streamed body is not asked for.
     *
     * @throws IllegalArgumentException if it is more than 365 days
     */
    public ExchangeBuilder idleTimeout(Duration idle) {
        this.idleTimeout = bounded("idle-timeout", idle);
        return this;
    }

    /**
     * Bytes of the body that is buffered whole.
     *
     * @throws IllegalArgumentException if it is negative or more than 1 GiB
     */
    public ExchangeBuilder maxBody(long bytes) {
        if (bytes < 0 || bytes > LARGEST_BODY) {
            throw new IllegalArgumentException("an exchange with partner %s: max-body is %d bytes, expected 0 to 1GiB"
                    .formatted(partner.name(), bytes));
        }
        this.maxBody = bytes;
        return this;
    }

    /**
     * Redirects that are followed, in place of the partner's {@code redirects}; 0 for none: then a redirect is a response like
     * others. They are followed within the partner's own scheme, host and port. A POST that is answered with 301 or 302, and
     * any request that is answered with 303, becomes a GET without a body; else method and body stay. The exchange fails by
     * {@link Reason#REDIRECT_REFUSED} where a redirect is not followed: to another host, in a circle, one too many, or because
     * the body was streamed.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public ExchangeBuilder redirects(int followed) {
        if (followed < 0) {
            throw new IllegalArgumentException("an exchange with partner %s: %d redirects, expected 0 or more"
                    .formatted(partner.name(), followed));
        }
        this.maxRedirects = followed;
        return this;
    }

    /**
     * Number of retries, if retries are permitted, in place of the partner's {@code retries}; 0 for
     * never. {@code retry} of the partner says the rest.
     *
     * @throws IllegalArgumentException if it is not 0 to 100
     */
    public ExchangeBuilder retries(int times) {
        if (times < 0 || times > MOST_RETRIES) {
            throw new IllegalArgumentException("an exchange with partner %s: %d retries, expected 0 to %d"
                    .formatted(partner.name(), times, MOST_RETRIES));
        }
        this.retries = times;
        return this;
    }

    /**
     * Time after which a second, parallel attempt starts if there is no response, in place of the partner's
     * {@code hedge}; zero for no such attempt. Of requests that may be processed twice only.
     *
     * @throws IllegalArgumentException if it is more than 365 days
     */
    public ExchangeBuilder hedge(Duration after) {
        this.hedgeNanos = bounded("hedge", after).toNanos();
        return this;
    }

    /**
     * Only a JSON document with a 2xx status will do: with any other answer the exchange fails, unless its status is
     * {@linkplain #accept accepted}. A 2xx status without a body, such as 204, counts as the document {@code null}.
     */
    public ExchangeBuilder expectJson() {
        this.expectJson = true;
        return this;
    }

    /**
     * The exchange completes with a 2xx status and with these, and fails by {@link Reason#UNEXPECTED_STATUS} with any other.
     * Without this, and without {@link #expectJson()}, it completes with any status. The body of an accepted status that is
     * not 2xx need not be JSON.
     *
     * @throws IllegalArgumentException if a status is not 200 to 599
     */
    public ExchangeBuilder accept(int... statuses) {
        Set<Integer> all = new TreeSet<>(accepted == null ? Set.of() : accepted);
        for (int status : statuses) {
            if (status < FIRST_STATUS || status > LAST_STATUS) {
                throw new IllegalArgumentException("an exchange with partner %s accepts status %d, expected %d to %d"
                        .formatted(partner.name(), status, FIRST_STATUS, LAST_STATUS));
            }
            all.add(status);
        }
        this.accepted = Set.copyOf(all);
        return this;
    }

    /** The body goes to the listener part by part as it comes, and is not held. */
    public ExchangeBuilder streamed() {
        this.streamed = true;
        return this;
    }

    /** Gives the exchange a name for people, which no partner is sent. */
    public ExchangeBuilder label(String name) {
        this.label = name;
        return this;
    }

    /** Keeps the exchange from clients: {@code Server-Timing} and the problem of a deadline do not name its partner. */
    public ExchangeBuilder internal() {
        this.internal = true;
        return this;
    }

    /**
     * Starts the exchange. Does not block; listener and stage report the outcome.
     *
     * @throws IllegalArgumentException if the request cannot be sent; the message has the reason
     * @throws IllegalStateException if it is streamed and expected to be JSON or to have certain statuses, or streamed
     *     without a listener; if its body is a stream that another exchange has; if the broker has not been started; if
     *     this has been called before
     */
    public Exchange start() {
        if (!broker.started()) {
            throw new IllegalStateException(
                    "an exchange with partner %s before the broker was started: call its start()"
                            .formatted(partner.name()));
        }
        if (streamed && (expectJson || accepted != null || listener == null)) {
            throw new IllegalStateException(
                    "a streamed exchange needs a listener, which checks the status, and cannot expect"
                            + " JSON: leave out expectJson() and accept()");
        }
        if (begun) {
            throw new IllegalStateException(
                    "the exchange %s %s with partner %s has already been started: a builder starts only one exchange"
                            .formatted(method, target, partner.name()));
        }
        addIdempotencyKey();
        List<Header> fields = fields();
        boolean decompress = partner.settings().decompress() && ContentCoding.isLeftToMedley(fields);
        DefaultOutboundRequest request = new DefaultOutboundRequest(
                method, target, decompress ? ContentCoding.acceptedBy(fields) : fields, body);
        request.checkHead(partner.settings().maxRequestHead());
        if (body != null) {
            StreamUses.take(body);
        }
        begun = true;
        ExchangeOptions options = options(decompress);
        Call call = call(request, options);
        if (idempotencyKey != null) {
            call.keyed();
        }
        return start(call, request, options.timeout());
    }

    private Call call(DefaultOutboundRequest request, ExchangeOptions options) {
        RequestCoalescer cached = broker.cachedCalls(partner);
        return cached == null
                ? new Call(broker, partner, request, options, requestContext, null)
                : cached.call(new CallRequest(request, options, requestContext, listener != null));
    }

    /** The options; those of the exchange before, where they are equal: thousands of calls keep theirs. */
    private ExchangeOptions options(boolean decompress) {
        ExchangeOptions last = broker.lastOptions(partner);
        if (last != null
                && last.timeout().equals(timeout)
                && last.attemptTimeout().equals(attemptTimeout)
                && last.idleTimeout().equals(idleTimeout)
                && last.maxBody() == maxBody
                && last.expectJson() == expectJson
                && last.streamed() == streamed
                && last.decompress() == decompress
                && last.maxRedirects() == maxRedirects
                && last.retries() == retries
                && last.hedgeNanos() == hedgeNanos
                && Objects.equals(last.accepted(), ExchangeOptions.accepted(accepted, expectJson))) {
            return last;
        }
        PartnerSettings settings = partner.settings();
        ExchangeOptions made = new ExchangeOptions(
                timeout,
                attemptTimeout,
                settings.connectTimeout(),
                idleTimeout,
                maxBody,
                expectJson,
                accepted,
                new JsonLimits(settings.maxJsonNames(), settings.maxJsonTokens()),
                streamed,
                settings.responseLimits(),
                decompress,
                maxRedirects,
                retries,
                hedgeNanos);
        broker.lastOptions(partner, made);
        return made;
    }

    /** Starts an exchange that shares {@code call}, whose request it takes. */
    Exchange start(Call call) {
        return start(call, call.request(), call.options().timeout());
    }

    private Exchange start(Call call, DefaultOutboundRequest request, Duration whole) {
        Consumer<Exchange> owning = owner;
        Exchange exchange =
                new Exchange(call, request, label, internal, whole, listener, requestContext, owning != null);
        try {
            join(ExchangeGroup.current(), exchange);
            if (owning != null) {
                owning.accept(exchange);
            }
        } catch (RuntimeException | Error x) {
            exchange.cancel();
            throw x;
        }
        exchange.start();
        return exchange;
    }

    private static void join(@Nullable ExchangeGroup group, Exchange exchange) {
        if (group != null && !group.add(exchange::cancel)) {
            throw new IllegalStateException(
                    "the branch of the mashup has been cancelled, its result is not needed: it cannot start an exchange");
        }
    }

    /**
     * Adds the key to the fields. Where the partner knows such keys, that which the mashup has set itself counts as one, and so
     * does that of the client which is passed on.
     */
    private void addIdempotencyKey() {
        String given = idempotencyKey;
        if (given == null && !(partner.idempotencyKey() && KEYED.contains(method))) {
            return;
        }
        String own = IdempotencyKey.in(headers);
        if (own == null && given == null) {
            own = IdempotencyKey.in(passed);
        }
        if (own != null) {
            idempotencyKey = own;
            return;
        }
        String sent = given == null ? IdempotencyKey.create() : given;
        idempotencyKey = sent;
        headers.add(new Header(IdempotencyKey.FIELD, sent));
    }

    private List<Header> fields() {
        RequestContext inbound = requestContext;
        List<Header> own = withCoding(withPassed(partner.settings().headers().addedTo(headers)));
        return inbound == null || !partner.settings().requestId() ? own : inbound.addedTo(own);
    }

    /** A coding that the exchange sets itself is not mixed with that of its body. */
    private List<Header> withCoding(List<Header> own) {
        String coding = body == null ? null : body.contentEncoding();
        if (coding == null || HeaderFields.contain(own, CONTENT_ENCODING)) {
            return own;
        }
        List<Header> all = new ArrayList<>(own);
        all.add(new Header(CONTENT_ENCODING, coding));
        return all;
    }

    /** What a client sends must not stand beside what the mashup or the partner's settings say, under a name that is taken for the same. */
    private List<Header> withPassed(List<Header> own) {
        if (passed.isEmpty()) {
            return own;
        }
        Set<String> names = new HashSet<>();
        own.forEach(each -> names.add(PassedFields.plain(each.name())));
        List<Header> all = new ArrayList<>(own);
        for (Header each : passed) {
            if (!names.contains(PassedFields.plain(each.name()))) {
                all.add(each);
            }
        }
        return all;
    }

    /** Refuses a time that no clock can count in nanoseconds. The longest time is that of the whole exchange. */
    private Duration bounded(String what, Duration time) {
        if (time.compareTo(PartnerSettings.MAX_DURATION) > 0) {
            throw new IllegalArgumentException("an exchange with partner %s: %s is %s, expected at most 365 days"
                    .formatted(partner.name(), what, time));
        }
        return notNegative(time);
    }

    private static Duration notNegative(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }
}
