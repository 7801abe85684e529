package dev.medley.server.internal.declared.plan;

import dev.medley.config.ForwardedField;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.exchange.internal.DefaultExchangeBuilder;
import dev.medley.mashup.Inbound;
import dev.medley.mashup.PassedResponse;
import dev.medley.mashup.ProblemException;
import dev.medley.mashup.internal.DefaultMashup;
import dev.medley.partner.internal.field.PassedFields;
import dev.medley.server.internal.declared.value.EvaluationException;
import dev.medley.server.internal.declared.value.Scope;
import dev.medley.servlet.annotation.MashupPath;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Starts an exchange whose response is passed on as the reply, for one request.
 *
 * <p>The request of the exchange is its own, with the fields by which a client chooses a representation and a range of it; or it is
 * that of the client, but for what belongs to the connection. A path is encoded anew from the one form that filters and routing have
 * seen.
 */
final class PassedRequest {

    private static final String ACCEPT_ENCODING = "Accept-Encoding";
    private static final String GET = "GET";
    private static final String HEAD = "HEAD";
    private static final Set<String> WITHOUT_BODY = Set.of(GET, HEAD);

    /** The texts of a field that is not to be passed on. */
    private static final List<String> REMOVED = List.of("");

    /** Fields of conditions, ranges and content negotiation (RFC 9110, sections 12.5, 13.1 and 14.2). */
    private static final List<String> CHOOSING = List.of(
            "Accept",
            ACCEPT_ENCODING,
            "Accept-Language",
            "If-Match",
            "If-Modified-Since",
            "If-None-Match",
            "If-Range",
            "If-Unmodified-Since",
            "Range");

    private final RequestPlan request;
    private final PassPlan plan;
    private final DefaultMashup mashup;
    private final Inbound inbound;
    private final Scope scope;

    PassedRequest(RequestPlan request, PassPlan plan, DefaultMashup mashup, Scope scope) {
        this.request = request;
        this.plan = plan;
        this.mashup = mashup;
        inbound = mashup.inbound();
        this.scope = scope;
    }

    /**
     * Starts the exchange.
     *
     * @throws ProblemException if the request has a body that has no place
     * @throws EvaluationException if an expression fails or has no value
     * @throws InvalidRequestException if no partner can be sent what the client has sent
     */
    PassedResponse start() {
        if (plan.inbound() != null) {
            return startInbound(plan.inbound().forwarded());
        }
        try {
            return startOwn();
        } catch (InvalidRequestException x) {
            throw UnsendableRequest.of(request, mashup, scope, x);
        }
    }

    // ---- A request of its own. ----------------------------------------------------------------------------------

    private PassedResponse startOwn() {
        boolean isGet = request.method().name().equals(GET);
        DefaultExchangeBuilder builder = request.prepared(
                mashup,
                scope,
                isGet && inbound.method().equals(HEAD) ? HEAD : request.method().name());
        boolean chooses = isGet && WITHOUT_BODY.contains(inbound.method());
        for (String field : chooses ? CHOOSING : List.<String>of()) {
            if (!request.hasHeader(field)) {
                inbound.headers(field).forEach(value -> builder.header(field, value));
            }
        }
        if (!request.hasHeader(ACCEPT_ENCODING) && !(chooses && inbound.header(ACCEPT_ENCODING) != null)) {
            asItIs(builder);
        }
        return mashup.pass(builder, plan::passes, (exchange, fields) -> fields);
    }

    /** Decompressed, it would not be the body that its fields, and ranges of it, are about. */
    private static void asItIs(DefaultExchangeBuilder builder) {
        builder.header(ACCEPT_ENCODING, "identity");
    }

    // ---- The request of the client. -----------------------------------------------------------------------------

    private PassedResponse startInbound(@Nullable ForwardedField forwarded) {
        DefaultExchangeBuilder builder = request.begun(mashup, scope);
        @Nullable String[] values = request.pathValues(scope);
        String base = request.target();
        String rest = plan.ofRest() ? inbound.path(MashupPath.REST) : "";
        StringBuilder target =
                new StringBuilder(plan.ofRest() && base.endsWith("/") ? base.substring(0, base.length() - 1) : base);
        int prefix = target.length();
        if (!rest.isEmpty() || (plan.ofRest() && inbound.path().endsWith("/")) || target.isEmpty()) {
            PathText.append("/" + rest, target);
        }
        MovedLocation moved = new MovedLocation(builder.partner(), own(rest), target.substring(prefix));
        String query = inbound.query();
        if (query != null) {
            PathText.appendQuery(query, target.append('?'));
        }
        builder.request(inbound.method(), target.toString(), (Object[]) values).redirects(0);
        addFields(builder, forwarded);
        addBody(builder);
        if (request.timeout() != null) {
            builder.timeout(request.timeout());
        }
        return mashup.pass(builder, plan::passes, moved::rewritten);
    }

    /** The path of this mashup, encoded, to which the rest is added. */
    private String own(String rest) {
        String path = inbound.path();
        StringBuilder own = new StringBuilder(inbound.contextPath());
        String before = path.substring(0, path.length() - rest.length());
        PathText.append(plan.ofRest() && before.endsWith("/") ? before.substring(0, before.length() - 1) : before, own);
        return own.toString();
    }

    private void addFields(DefaultExchangeBuilder builder, @Nullable ForwardedField forwarded) {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        fields.putAll(inbound.headers());
        boolean chooses = fields.containsKey(ACCEPT_ENCODING) || request.hasHeader(ACCEPT_ENCODING);
        if (!request.hasHeader(Hops.VIA)) {
            builder.header(Hops.VIA, Hops.via(inbound));
        }
        String maxForwards = Hops.maxForwards(inbound);
        if (maxForwards != null) {
            fields.put(Hops.MAX_FORWARDS, List.of(maxForwards));
        }
        request.headers().forEach((name, template) -> {
            String plain = PassedFields.plain(name);
            fields.keySet().removeIf(each -> PassedFields.plain(each).equals(plain));
            List<String> texts = template.texts(scope);
            if (!texts.equals(REMOVED)) {
                Credentials.check(name, template, texts, scope, request.exchange());
            }
            texts.stream().filter(text -> !text.isEmpty()).forEach(text -> builder.header(name, text));
        });
        builder.passAll(fields);
        if (!chooses) {
            asItIs(builder);
        }
        if (forwarded != null) {
            ForwardedFields.of(forwarded, inbound).forEach(builder::header);
        }
    }

    /** A server that does not expect the body of a GET could take it for the next request (RFC 9110, section 9.3.1). */
    private void addBody(DefaultExchangeBuilder builder) {
        RequestBody body = mashup.streamedBody();
        if (!body.streamed()) {
            return;
        }
        if (WITHOUT_BODY.contains(inbound.method())) {
            throw ProblemException.badRequest(
                    "a " + inbound.method() + " with a body is not passed on; expected none, or another method");
        }
        builder.body(body);
    }
}
