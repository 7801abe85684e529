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

    /** Sets the value of the field Idempotency-Key. */
    public void idempotencyKey(String value) {
        idempotencyKey = value;
    }

    /** Passes on those of the inbound request that have these names. */
    public void pass(List<String> names, Function<String, List<String>> valuesOf) {
        if (!names.isEmpty()) {
            try {
                passed = PassedFields.of(names, valuesOf);
            } catch (IllegalArgumentException x) {
                throw invalidField(x);
            }
        }
    }

    /** Passes on all of the inbound request, but those that {@code requestContext} has, which are sent by themselves. */
    public void passAll(Map<String, List<String>> fields, @Nullable RequestContext requestContext) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(fields);
        if (requestContext != null) {
            requestContext.fields().forEach(each -> remove(each.name(), all));
            all.keySet().removeIf(requestContext::isOwnField);
        }
        try {
            passed = PassedFields.all(all);
        } catch (IllegalArgumentException x) {
            throw invalidField(x);
        }
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
