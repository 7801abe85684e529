package dev.medley.server.internal.declared;

import dev.medley.config.ManifestDetail;
import dev.medley.server.internal.declaration.ExchangeDeclaration;
import dev.medley.server.internal.declaration.MashupDeclaration;
import dev.medley.server.internal.declaration.ParameterPlace;
import dev.medley.server.internal.declared.body.BodyPlan;
import dev.medley.server.internal.declared.body.ContentType;
import dev.medley.server.internal.declared.plan.ExchangePlan;
import dev.medley.server.internal.declared.plan.PartsPlan;
import dev.medley.server.internal.declared.run.DeclaredMashup;
import dev.medley.server.internal.declared.run.RequestReads;
import dev.medley.server.internal.declared.value.Formula;
import dev.medley.server.internal.declared.value.RequestValue;
import dev.medley.server.internal.declared.value.TemplatePart;
import dev.medley.server.internal.declared.value.TextFormula;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a declared mashup without a request: for documents about it, and checks. Immutable.
 *
 * @param declaration what it was compiled from
 * @param variables of its path, from left to right
 * @param places of its parameters, by their names
 * @param readsRequest whether an expression refers to the request
 * @param reads what of the request expressions name
 * @param readsBody whether an expression refers to the body of the request
 * @param passesBody whether an exchange sends the body of the request on as it came
 * @param manifest the form of the field {@code Medley-Manifest} of its replies
 * @param statuses those of its reply
 * @param passesRequest whether it passes requests on unchanged
 * @param requests of all its exchanges, including fallbacks
 */
public record MashupOutline(
        MashupDeclaration declaration,
        List<String> variables,
        Map<String, ParameterPlace> places,
        boolean readsRequest,
        RequestReads reads,
        boolean readsBody,
        boolean passesBody,
        ManifestDetail manifest,
        ReplyStatuses statuses,
        boolean passesRequest,
        List<RequestOutline> requests) {

    /** Takes copies. */
    public MashupOutline {
        variables = List.copyOf(variables);
        places = Map.copyOf(places);
        requests = List.copyOf(requests);
    }

    /**
     * The request of an exchange.
     *
     * @param exchange its declaration
     * @param partner its name; null if an expression chooses it
     * @param isFallback whether the exchange is the fallback of another one, and starts only if that fails
     * @param path the parts of path and query
     * @param bodyType media type of its body, without parameters and in small letters; null if it has none, or a request decides
     */
    public record RequestOutline(
            ExchangeDeclaration exchange,
            @Nullable String partner,
            boolean isFallback,
            List<TemplatePart> path,
            @Nullable String bodyType) {

        /** Takes a copy. */
        public RequestOutline {
            path = List.copyOf(path);
        }
    }

    /** Returns whether a client may have a reply with this status in parts. */
    public boolean hasParts(int status) {
        return declaration.parts() != null && PartsPlan.allows(status);
    }

    /** Returns the names of the partners that no expression chooses, sorted. */
    List<String> partners() {
        return requests.stream()
                .map(RequestOutline::partner)
                .filter(Objects::nonNull)
                .distinct()
                .sorted()
                .toList();
    }

    static MashupOutline of(DeclaredMashup mashup) {
        Map<String, ParameterPlace> places = new LinkedHashMap<>();
        mashup.parameters().forEach(each -> places.put(each.name(), each.place()));
        Map<String, ExchangeDeclaration> declared = new LinkedHashMap<>();
        mashup.declaration()
                .exchanges()
                .forEach(each -> declared.put(each.name().text(), each));
        List<RequestOutline> requests = new ArrayList<>();
        for (int i = 0; i < mashup.graph().size(); i++) {
            boolean isFallback = false;
            for (ExchangePlan each = mashup.graph().exchange(i); each != null; each = each.fallback()) {
                requests.add(request(each, Objects.requireNonNull(declared.get(each.name())), isFallback));
                isFallback = true;
            }
        }
        Formula status = mashup.reply().status();
        return new MashupOutline(
                mashup.declaration(),
                mashup.variables(),
                places,
                !mashup.requestMembers().isEmpty(),
                mashup.reads(),
                mashup.requestMembers().contains(RequestValue.BODY),
                mashup.passesBody(),
                mashup.manifest(),
                ReplyStatuses.of(status == null ? null : status.expression().choices()),
                declared.values().stream().anyMatch(each -> each.inbound() != null),
                requests);
    }

    private static RequestOutline request(ExchangePlan plan, ExchangeDeclaration exchange, boolean isFallback) {
        TextFormula partner = plan.request().partner();
        return new RequestOutline(
                exchange,
                exchange.snapshot() == null && partner.template().isConstant() ? partner.constant() : null,
                isFallback,
                TemplatePart.of(plan.request().path()),
                bodyType(plan.request().body()));
    }

    private static @Nullable String bodyType(@Nullable BodyPlan body) {
        ContentType type = body == null ? null : body.type();
        return type == null ? null : type.essence();
    }
}
