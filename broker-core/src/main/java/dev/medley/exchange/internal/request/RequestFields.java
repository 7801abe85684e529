package dev.medley.exchange.internal.request;

import dev.medley.connection.Header;
import dev.medley.connection.InvalidRequestException;
import dev.medley.connection.RequestBody;
import dev.medley.connection.internal.HeaderFields;
import dev.medley.connection.internal.SecretNames;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.field.FixedFields;
import dev.medley.partner.internal.field.PassedFields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The header fields of a request that is built: those of the mashup, of its client, and of the partner's settings. Not thread-safe. */
public final class RequestFields {

    private static final String CONTENT_ENCODING = "Content-Encoding";

    private final List<Header> own = new ArrayList<>();
    /** Returns those of the client that a partner with these settings is passed. */
    private Function<PartnerSettings, List<Header>> passing = settings -> List.of();

    private List<Header> passed = List.of();
    private @Nullable String idempotencyKey;

    /** Creates fields of which there are none. */
    public RequestFields() {}

    /**
     * Adds a field of the mashup.
     *
     * @throws InvalidRequestException if no field has such a name or value
     */
    public void add(String name, String value) {
        try {
            own.add(new Header(name, value));
        } catch (IllegalArgumentException x) {
            // The value may be a parameter of the inbound request: then that is at fault, and not the mashup.
            throw invalidField(x);
        }
    }

    /** Adds a field, unless the mashup has set it. */
    public void addUnlessSet(String name, String value) {
        if (!HeaderFields.contain(own, name)) {
            add(name, value);
        }
    }

    /** Sets the value of the field Idempotency-Key. */
    public void idempotencyKey(String value) {
        idempotencyKey = value;
    }

    /**
     * Passes fields of the inbound request on.
     *
     * @param settings of the partner
     * @param fieldsFor returns those that a partner with such settings is passed
     */
    private void pass(PartnerSettings settings, Function<PartnerSettings, List<Header>> fieldsFor) {
        try {
            passed = fieldsFor.apply(settings);
        } catch (IllegalArgumentException x) {
            throw invalidField(x);
        }
        passing = fieldsFor;
    }

    /** Passes on those of the inbound request that the partner's {@code pass-headers} name. */
    public void passNamed(PartnerSettings settings, Function<String, List<String>> valuesOf) {
        pass(settings, of -> of.passHeaders().isEmpty() ? List.of() : PassedFields.of(of.passHeaders(), valuesOf));
    }

    /**
     * Passes on all of the inbound request, but those that {@code requestContext} has, which are sent by themselves.
     *
     * @param fieldsFor returns the fields that a partner with such settings may be passed
     */
    public void passAll(
            PartnerSettings settings,
            Function<PartnerSettings, Map<String, List<String>>> fieldsFor,
            @Nullable RequestContext requestContext) {
        pass(settings, of -> {
            Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            all.putAll(fieldsFor.apply(of));
            if (requestContext != null) {
                requestContext.fields().forEach(each -> remove(each.name(), all));
                all.keySet().removeIf(requestContext::isOwnField);
            }
            return PassedFields.all(all);
        });
    }

    /**
     * Returns the same fields of the mashup, and those of the client that a partner with {@code settings} is passed. That another
     * partner is passed all fields gives it no credential: its {@code pass-headers} do.
     */
    public RequestFields copyFor(PartnerSettings settings) {
        RequestFields copy = new RequestFields();
        copy.own.addAll(own);
        copy.idempotencyKey = idempotencyKey;
        copy.pass(
                settings,
                of -> passing.apply(of).stream()
                        .filter(field -> !isCredential(field)
                                || of.passHeaders().stream().anyMatch(field.name()::equalsIgnoreCase))
                        .toList());
        return copy;
    }

    /**
     * Returns the same fields, as they are now: nothing of the inbound request is read any more. A mirror gets those of its client that
     * were passed on, if its own {@code pass-headers} name them.
     */
    public RequestFields snapshot() {
        RequestFields copy = new RequestFields();
        copy.own.addAll(own);
        copy.idempotencyKey = idempotencyKey;
        copy.passed = List.copyOf(passed);
        copy.passing = settings -> copy.passed.stream()
                .filter(field -> settings.passHeaders().stream().anyMatch(field.name()::equalsIgnoreCase))
                .toList();
        return copy;
    }

    private static void remove(String name, Map<String, List<String>> from) {
        String plain = PassedFields.plain(name);
        from.keySet().removeIf(each -> PassedFields.plain(each).equals(plain));
    }

    /** Returns whether one of the mashup, or of its client, has a credential. */
    public boolean haveCredential() {
        return own.stream().anyMatch(RequestFields::isCredential)
                || passed.stream().anyMatch(RequestFields::isCredential);
    }

    private static boolean isCredential(Header field) {
        return SecretNames.isSecret(field.name()) || field.name().equalsIgnoreCase("Cookie");
    }

    private static InvalidRequestException invalidField(IllegalArgumentException x) {
        return InvalidRequestException.of(
                String.valueOf(x.getMessage()), "a header field has a character that no header field may have");
    }

    /**
     * Adds the key to the fields. Where the partner knows such keys, that which the mashup has set itself counts as one, and so
     * does that of the client which is passed on.
     *
     * @param wanted whether the request is to have a key in any case
     * @return whether it has one
     */
    public boolean addIdempotencyKey(boolean wanted) {
        String given = idempotencyKey;
        if (given == null && !wanted) {
            return false;
        }
        String known = IdempotencyKey.in(own);
        if (known == null && given == null) {
            known = IdempotencyKey.in(passed);
        }
        if (known == null) {
            own.add(new Header(IdempotencyKey.FIELD, given == null ? IdempotencyKey.create() : given));
        }
        return true;
    }

    /**
     * Returns the fields of a request with {@code body}.
     *
     * @param credential the field in which the partner is shown Medley's own credential, or null: the client's is not passed on
     */
    public List<Header> all(
            PartnerSettings settings,
            @Nullable RequestBody body,
            @Nullable RequestContext requestContext,
            @Nullable String credential) {
        List<Header> fields =
                withCoding(withPassed(FixedFields.added(settings.headers(), own), requestContext, credential), body);
        return requestContext == null || !settings.requestId() ? fields : requestContext.addedTo(fields);
    }

    /** A coding that the exchange sets itself is not mixed with that of its body. */
    private static List<Header> withCoding(List<Header> fields, @Nullable RequestBody body) {
        String coding = body == null ? null : body.contentEncoding();
        if (coding == null || HeaderFields.contain(fields, CONTENT_ENCODING)) {
            return fields;
        }
        List<Header> all = new ArrayList<>(fields);
        all.add(new Header(CONTENT_ENCODING, coding));
        return all;
    }

    /** What a client sends must not stand beside what the mashup or the partner's settings say, under a name that is taken for the same. */
    private List<Header> withPassed(
            List<Header> fields, @Nullable RequestContext requestContext, @Nullable String credential) {
        if (passed.isEmpty()) {
            return fields;
        }
        Set<String> names = new HashSet<>();
        fields.forEach(each -> names.add(PassedFields.plain(each.name())));
        if (credential != null) {
            names.add(PassedFields.plain(credential));
        }
        List<Header> all = new ArrayList<>(fields);
        for (Header each : passed) {
            boolean replaced = requestContext != null && requestContext.isOwnTrace(each.name());
            if (!replaced && !names.contains(PassedFields.plain(each.name()))) {
                all.add(each);
            }
        }
        return all;
    }
}
