package dev.medley.exchange.internal;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.DefaultOutboundRequest;
import dev.medley.connection.internal.value.StreamUses;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.exchange.ExchangeListener;
import dev.medley.exchange.internal.caching.RequestCoalescer;
import dev.medley.exchange.internal.call.Call;
import dev.medley.exchange.internal.call.DefaultExchange;
import dev.medley.exchange.internal.content.ContentCoding;
import dev.medley.exchange.internal.dispatch.ExchangeGroup;
import dev.medley.exchange.internal.request.CallRequest;
import dev.medley.exchange.internal.request.ExchangeOptions;
import dev.medley.exchange.internal.request.IdempotencyKey;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.exchange.internal.request.RequestFields;
import dev.medley.exchange.internal.target.Template;
import dev.medley.json.Json;
import dev.medley.json.JsonLimits;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import dev.medley.partner.internal.Partner;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds one request to a partner. An option that is not set here has the value of the partner's settings. Not
 * thread-safe.
 */
public final class DefaultExchangeBuilder implements ExchangeBuilder {

    private static final long LARGEST_BODY = 1 << 30;
    private static final int FIRST_STATUS = 200;
    private static final int MOST_RETRIES = 100;
    private static final Set<String> KEYED = Set.of("POST", "PATCH");
    private static final int LAST_STATUS = 599;

    private final DefaultBroker broker;
    private final Partner partner;
    private final @Nullable ExchangeOwner owner;
    private String method = "GET";
    private String target = "/";
    private final RequestFields fields = new RequestFields();
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
    private @Nullable String label;
    private boolean internal;

    DefaultExchangeBuilder(DefaultBroker broker, Partner partner, @Nullable ExchangeOwner owner) {
        this.broker = broker;
        this.partner = partner;
        this.owner = owner;
        PartnerSettings settings = partner.settings();
        timeout = settings.timeout();
        attemptTimeout = settings.attemptTimeout();
        idleTimeout = settings.idleTimeout();
        maxBody = partner.limits().maxBody();
        maxRedirects = settings.redirects();
    }

    /** The partner that the request goes to. */
    public Partner partner() {
        return partner;
    }

    @Override
    public DefaultExchangeBuilder get(String template, Object... values) {
        return request("GET", template, values);
    }

    @Override
    public DefaultExchangeBuilder post(String template, Object... values) {
        return request("POST", template, values);
    }

    @Override
    public DefaultExchangeBuilder put(String template, Object... values) {
        return request("PUT", template, values);
    }

    @Override
    public DefaultExchangeBuilder patch(String template, Object... values) {
        return request("PATCH", template, values);
    }

    @Override
    public DefaultExchangeBuilder delete(String template, Object... values) {
        return request("DELETE", template, values);
    }

    @Override
    public DefaultExchangeBuilder request(String verb, String template, Object... values) {
        this.method = verb;
        this.target = partner.basePath() + Template.expand(template, values);
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

    @Override
    public DefaultExchangeBuilder header(String name, @Nullable String value) {
        if (value != null) {
            fields.add(name, value);
        }
        return this;
    }

    /**
     * Sets the inbound request that the exchange belongs to. Its fields are sent too, unless the request has them already, or
     * the partner's {@code request-id} is false. An {@link ExchangeOwner} has its own.
     */
    public DefaultExchangeBuilder requestContext(RequestContext inbound) {
        this.requestContext = inbound;
        return this;
    }

    @Override
    public DefaultExchangeBuilder idempotencyKey() {
        fields.idempotencyKey(IdempotencyKey.create());
        return this;
    }

    @Override
    public DefaultExchangeBuilder idempotencyKey(String key) {
        fields.idempotencyKey(IdempotencyKey.field(key));
        return this;
    }

    /**
     * Passes on those fields of the inbound request that the partner's {@code pass-headers} names, unless the request has
     * them already. A mashup does this by itself.
     *
     * @param valuesOf returns the values of a field of the inbound request
     * @throws InvalidRequestException if a value cannot be sent
     */
    public DefaultExchangeBuilder passOn(Function<String, List<String>> valuesOf) {
        fields.pass(partner.settings().passHeaders(), valuesOf);
        return this;
    }

    @Override
    public DefaultExchangeBuilder passAll(Map<String, List<String>> inbound) {
        fields.passAll(
                ExchangeOwner.passed(owner, partner.settings(), inbound),
                ExchangeOwner.context(owner, fields, requestContext));
        return this;
    }

    @Override
    public DefaultExchangeBuilder body(RequestBody content) {
        this.body = content;
        return this;
    }

    @Override
    public DefaultExchangeBuilder jsonBody(Object value) {
        return body(RequestBody.of("application/json", Json.of(value).bytes()));
    }

    @Override
    public DefaultExchangeBuilder listener(ExchangeListener exchangeListener) {
        this.listener = exchangeListener;
        return this;
    }

    @Override
    public DefaultExchangeBuilder timeout(Duration whole) {
        this.timeout = whole.compareTo(timeout) < 0 ? notNegative(whole) : timeout;
        return this;
    }

    @Override
    public DefaultExchangeBuilder attemptTimeout(Duration attempt) {
        this.attemptTimeout = bounded("attempt-timeout", attempt);
        return this;
    }

    @Override
    public DefaultExchangeBuilder idleTimeout(Duration idle) {
        this.idleTimeout = bounded("idle-timeout", idle);
        return this;
    }

    @Override
    public DefaultExchangeBuilder maxBody(long bytes) {
        if (bytes < 0 || bytes > LARGEST_BODY) {
            throw new IllegalArgumentException("an exchange with partner %s: max-body is %d bytes, expected 0 to 1GiB"
                    .formatted(partner.name(), bytes));
        }
        this.maxBody = bytes;
        return this;
    }

    @Override
    public DefaultExchangeBuilder redirects(int followed) {
        if (followed < 0) {
            throw new IllegalArgumentException("an exchange with partner %s: %d redirects, expected 0 or more"
                    .formatted(partner.name(), followed));
        }
        this.maxRedirects = followed;
        return this;
    }

    @Override
    public DefaultExchangeBuilder retries(int times) {
        if (times < 0 || times > MOST_RETRIES) {
            throw new IllegalArgumentException("an exchange with partner %s: %d retries, expected 0 to %d"
                    .formatted(partner.name(), times, MOST_RETRIES));
        }
        this.retries = times;
        return this;
    }

    @Override
    public DefaultExchangeBuilder hedge(Duration after) {
        this.hedgeNanos = bounded("hedge", after).toNanos();
        return this;
    }

    @Override
    public DefaultExchangeBuilder expectJson() {
        this.expectJson = true;
        return this;
    }

    @Override
    public DefaultExchangeBuilder accept(int... statuses) {
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

    @Override
    public DefaultExchangeBuilder streamed() {
        this.streamed = true;
        return this;
    }

    @Override
    public DefaultExchangeBuilder label(String name) {
        this.label = name;
        return this;
    }

    @Override
    public DefaultExchangeBuilder internal() {
        this.internal = true;
        return this;
    }

    @Override
    public DefaultExchange start() {
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
        requestContext = ExchangeOwner.context(owner, fields, requestContext);
        boolean keyed = fields.addIdempotencyKey(partner.idempotencyKey() && KEYED.contains(method));
        List<Header> all = fields.all(partner.settings(), body, requestContext, partner.credentialField());
        boolean decompress = partner.settings().decompress() && ContentCoding.isLeftToMedley(all);
        DefaultOutboundRequest request =
                new DefaultOutboundRequest(method, target, decompress ? ContentCoding.acceptedBy(all) : all, body);
        request.checkHead(partner.maxRequestHead());
        if (body != null) {
            StreamUses.take(body);
        }
        begun = true;
        ExchangeOptions options = options(decompress);
        Call call = call(request, options);
        if (keyed) {
            call.keyed();
        }
        return start(call, request, options.timeout());
    }

    private Call call(DefaultOutboundRequest request, ExchangeOptions options) {
        RequestCoalescer cached = broker.cachedCalls(partner);
        return cached == null
                ? new Call(broker.services(), partner, request, options, requestContext, null)
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
                new JsonLimits(partner.limits().maxJsonNames(), partner.limits().maxJsonTokens()),
                streamed,
                Connecting.limits(partner.limits()),
                decompress,
                maxRedirects,
                retries,
                hedgeNanos);
        broker.lastOptions(partner, made);
        return made;
    }

    /** Starts an exchange that shares {@code call}, whose request it takes. */
    public DefaultExchange start(Call call) {
        return start(call, call.request(), call.options().timeout());
    }

    private DefaultExchange start(Call call, DefaultOutboundRequest request, Duration whole) {
        DefaultExchange exchange =
                new DefaultExchange(call, request, label, internal, whole, listener, requestContext, owner != null);
        try {
            ExchangeGroup.join(exchange::cancel);
            if (owner != null) {
                owner.starts(exchange);
            }
        } catch (RuntimeException | Error x) {
            exchange.cancel();
            throw x;
        }
        exchange.start();
        return exchange;
    }

    /** Refuses a time that no clock can count in nanoseconds. The longest time is that of the whole exchange. */
    private Duration bounded(String what, Duration time) {
        if (time.compareTo(ValueParsers.MAX_DURATION) > 0) {
            throw new IllegalArgumentException("an exchange with partner %s: %s is %s, expected at most 365 days"
                    .formatted(partner.name(), what, time));
        }
        return notNegative(time);
    }

    private static Duration notNegative(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }
}
