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
import dev.medley.exchange.internal.request.OptionsBuilder;
import dev.medley.exchange.internal.request.RequestContext;
import dev.medley.exchange.internal.request.RequestFields;
import dev.medley.exchange.internal.request.WrittenBody;
import dev.medley.exchange.internal.target.LinkRefusedException;
import dev.medley.exchange.internal.target.OwnLinks;
import dev.medley.exchange.internal.target.Template;
import dev.medley.format.Format;
import dev.medley.format.SoapVersion;
import dev.medley.format.internal.SoapEnvelope;
import dev.medley.json.Json;
import dev.medley.partner.internal.Partner;
import dev.medley.partner.internal.credential.CredentialSource;
import dev.medley.partner.internal.routing.Mirror;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Builds one request to a partner. An option that is not set here has the value of the partner's settings. Not
 * thread-safe.
 */
public final class DefaultExchangeBuilder implements ExchangeBuilder {

    private static final Set<String> KEYED = Set.of("POST", "PATCH");

    private final DefaultBroker broker;
    private final Partner partner;
    private final @Nullable ExchangeOwner owner;
    private String method = "GET";
    /** Behind the path of the partner. */
    private String target = "/";

    private final RequestFields fields;
    private @Nullable RequestContext requestContext;
    private @Nullable RequestBody body;
    private @Nullable ExchangeListener listener;
    private final OptionsBuilder options;
    private boolean begun;
    private @Nullable String label;
    private boolean internal;
    private @Nullable Format<?> expected;

    DefaultExchangeBuilder(DefaultBroker broker, Partner partner, @Nullable ExchangeOwner owner) {
        this(broker, partner, owner, new RequestFields());
    }

    private DefaultExchangeBuilder(
            DefaultBroker broker, Partner partner, @Nullable ExchangeOwner owner, RequestFields fields) {
        this.broker = broker;
        this.partner = partner;
        this.owner = owner;
        this.fields = fields;
        options = new OptionsBuilder(partner);
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
        this.target = Template.expand(template, values);
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
     * Sets the path and query that a link of the response to {@code before} leads to, in place of those of {@link #request}.
     *
     * @return the method and path of the request, which tell whether it has been sent before
     * @throws LinkRefusedException if it leads away from the partner
     */
    public String follow(DefaultExchange before, String link) throws LinkRefusedException {
        CredentialSource credentials = partner.credentials();
        RequestContext context = context();
        target = OwnLinks.targetOf(
                partner,
                before.answeredTarget(),
                link,
                credentials == null
                        ? null
                        : credentials
                                .of(context == null ? null : context.callerToken())
                                .current(),
                fields.all(partner.settings(), body, context, partner.credentialField()));
        return method + ' ' + partner.basePath() + target;
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
        fields.passNamed(partner.settings(), valuesOf);
        return this;
    }

    @Override
    public DefaultExchangeBuilder passAll(Map<String, List<String>> inbound) {
        fields.passAll(
                partner.settings(),
                settings -> ExchangeOwner.passed(owner, settings, inbound),
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
    public DefaultExchangeBuilder xmlBody(Map<String, ?> document) {
        return body(WrittenBody.xml(document));
    }

    @Override
    public DefaultExchangeBuilder csvBody(List<? extends Map<String, ?>> rows) {
        return body(WrittenBody.csv(rows));
    }

    @Override
    public DefaultExchangeBuilder soapBody(SoapVersion version, String action, Map<String, ?> content) {
        body(WrittenBody.soap(version, action, content));
        return header("SOAPAction", version == SoapVersion.V1_1 ? SoapEnvelope.quoted(action) : null);
    }

    @Override
    public DefaultExchangeBuilder graphQlBody(String query, Map<String, ?> variables) {
        return body(WrittenBody.graphQl(query, variables));
    }

    @Override
    public DefaultExchangeBuilder listener(ExchangeListener exchangeListener) {
        this.listener = exchangeListener;
        return this;
    }

    @Override
    public DefaultExchangeBuilder timeout(Duration whole) {
        options.timeout(whole);
        return this;
    }

    @Override
    public DefaultExchangeBuilder attemptTimeout(Duration attempt) {
        options.attemptTimeout(attempt);
        return this;
    }

    @Override
    public DefaultExchangeBuilder idleTimeout(Duration idle) {
        options.idleTimeout(idle);
        return this;
    }

    @Override
    public DefaultExchangeBuilder maxBody(long bytes) {
        options.maxBody(bytes);
        return this;
    }

    @Override
    public DefaultExchangeBuilder redirects(int followed) {
        options.redirects(followed);
        return this;
    }

    @Override
    public DefaultExchangeBuilder retries(int times) {
        options.retries(times);
        return this;
    }

    @Override
    public DefaultExchangeBuilder hedge(Duration after) {
        options.hedge(after);
        return this;
    }

    @Override
    public DefaultExchangeBuilder expectJson() {
        options.expectJson();
        return this;
    }

    @Override
    public DefaultExchangeBuilder expect(Format<?> format) {
        expected = format;
        options.accept();
        options.faults(format.hasFaults() ? format : null);
        return this;
    }

    @Override
    public DefaultExchangeBuilder accept(int... statuses) {
        options.accept(statuses);
        return this;
    }

    @Override
    public DefaultExchangeBuilder streamed() {
        options.streamed();
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
        if (options.isStreamed() && (options.checksResponse() || listener == null)) {
            throw new IllegalStateException(
                    "a streamed exchange needs a listener, which checks the status, and cannot expect"
                            + " JSON: leave out expectJson() and accept()");
        }
        if (begun) {
            throw new IllegalStateException(
                    "the exchange %s %s with partner %s has already been started: a builder starts only one exchange"
                            .formatted(method, target, partner.name()));
        }
        requestContext = context();
        if (expected != null) {
            fields.addUnlessSet("Accept", expected.accept());
        }
        boolean keyed = fields.addIdempotencyKey(partner.idempotencyKey() && KEYED.contains(method));
        List<Header> all = fields.all(partner.settings(), body, requestContext, partner.credentialField());
        boolean decompress = partner.settings().decompress() && ContentCoding.isLeftToMedley(all);
        DefaultOutboundRequest request = new DefaultOutboundRequest(
                method, partner.basePath() + target, decompress ? ContentCoding.acceptedBy(all) : all, body);
        request.checkHead(partner.maxRequestHead());
        if (body != null) {
            StreamUses.take(body);
        }
        begun = true;
        ExchangeOptions built = built(decompress);
        Call call = call(request, built);
        if (keyed) {
            call.keyed();
        }
        return start(call, request, built.timeout());
    }

    /** The options; those of the exchange before, where they are equal: thousands of calls keep theirs. */
    private ExchangeOptions built(boolean decompress) {
        ExchangeOptions last = broker.lastOptions(partner);
        if (last != null && options.areEqual(last, decompress)) {
            return last;
        }
        ExchangeOptions made = options.build(decompress);
        broker.lastOptions(partner, made);
        return made;
    }

    private Call call(DefaultOutboundRequest request, ExchangeOptions built) {
        RequestCoalescer cached = broker.cachedCalls(partner);
        return cached == null
                ? new Call(broker.services(), partner, request, built, requestContext, null)
                : cached.call(new CallRequest(request, built, requestContext, listener != null));
    }

    /** Starts an exchange that shares {@code call}, whose request it takes. */
    public DefaultExchange start(Call call) {
        return start(call, call.request(), call.options().timeout());
    }

    private DefaultExchange start(Call call, DefaultOutboundRequest request, Duration whole) {
        DefaultExchange exchange =
                new DefaultExchange(call, request, label, internal, whole, listener, requestContext, owner != null);
        MirroredRequest mirrored = mirrored();
        if (mirrored != null) {
            exchange.whenSent(mirrored::send);
        }
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

    /** The copy for the partner's mirror; null if it gets none. */
    private @Nullable MirroredRequest mirrored() {
        Mirror mirror = partner.mirror();
        if (mirror == null || !mirror.copies(method)) {
            return null;
        }
        try {
            return new MirroredRequest(mirror, broker, copyFor(broker.partner(mirror.partner())), body);
        } catch (InvalidRequestException x) {
            // The mirror is passed a field that cannot be sent, and that the partner is not passed.
            mirror.countDropped();
            return null;
        }
    }

    /** Returns the inbound request that the exchange would belong to; null for none. */
    public @Nullable RequestContext context() {
        return ExchangeOwner.context(owner, fields, requestContext);
    }

    /** Returns a builder for the same partner with the fields of this one, for an exchange that belongs to no mashup. */
    public DefaultExchangeBuilder detached(@Nullable RequestContext inbound) {
        DefaultExchangeBuilder copy = new DefaultExchangeBuilder(broker, partner, null, fields.snapshot());
        copy.requestContext = inbound == null ? null : inbound.detached();
        copy.label = label;
        copy.internal = internal;
        return copy;
    }

    /**
     * Returns what tells this request from those of other callers, besides what is set from now on: the partner, the fields that are
     * sent to it, and whose credential it is shown. The ids of the inbound request do not count.
     */
    public List<@Nullable Object> identity(@Nullable RequestContext inbound) {
        CredentialSource credentials = partner.credentials();
        List<@Nullable Object> identity = new ArrayList<>();
        identity.add(partner);
        identity.add(fields.all(partner.settings(), null, null, partner.credentialField()));
        identity.add(inbound != null && inbound.isOfCaller());
        identity.add(credentials != null && credentials.isOfCaller() && inbound != null ? inbound.callerToken() : null);
        return identity;
    }

    private DefaultExchangeBuilder copyFor(Partner other) {
        DefaultExchangeBuilder copy = new DefaultExchangeBuilder(broker, other, null, fields.copyFor(other.settings()));
        copy.method = method;
        copy.target = target;
        copy.body = body;
        copy.requestContext = requestContext == null ? null : requestContext.detached();
        return copy;
    }
}
