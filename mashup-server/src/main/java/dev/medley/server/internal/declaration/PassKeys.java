package dev.medley.server.internal.declaration;

import dev.medley.config.ForwardedField;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The keys of a mashup that passes requests on to a partner.
 *
 * @param partner its name
 * @param path that precedes the rest of the mashup's own
 * @param timeout for the whole exchange
 * @param needs exchanges that must have ended before
 * @param forwarded field that names the client
 * @param example response in place of the partner's
 */
record PassKeys(
        Setting<String> partner,
        Setting<String> path,
        Setting<Duration> timeout,
        Setting<List<String>> needs,
        Setting<ForwardedField> forwarded,
        ExampleKeys example) {

    /** Declares the keys in a group {@code pass} of {@code mashup}. */
    static PassKeys in(Group mashup) {
        Group group = mashup.group(
                "pass",
                "Passes the requests for a declared mashup on to a partner, with their method, path, query, header"
                        + " fields and body, and replies with the partner's responses; in place of `reply`");
        Setting<String> partner = group.required(
                "partner",
                ValueParsers.text(),
                "api",
                "Name of the partner; an expression in braces may choose it: `{$partners[0]}`");
        Setting<String> path = group.optional(
                "path",
                ValueParsers.text(),
                "the path of the partner's `url`",
                "/v1",
                "Path, with values in braces. The part of the request's path that `*` matches is appended, and so is"
                        + " the request's query");
        group.add("headers", headers());
        return new PassKeys(
                partner,
                path,
                group.optional(
                        "timeout",
                        ValueParsers.duration(),
                        "the partner's `timeout`",
                        "30s",
                        "Time from the request to the end of the response, if it is shorter than the partner's"),
                group.key(
                        "needs",
                        ValueParsers.list(ValueParsers.text()),
                        List.of(),
                        "Exchanges that must have ended before, in addition to those that its expressions refer to"),
                group.optional(
                        "forwarded",
                        ValueParsers.choice(
                                "a field of proxies", ForwardedField.class, ForwardedField::configured, Map.of()),
                        "none of them",
                        "x-forwarded",
                        "Field that gives the partner the client's address, and the scheme and host of the request:"
                                + " `forwarded` for `Forwarded`, `x-forwarded` for `X-Forwarded-For`, `-Proto` and"
                                + " `-Host`. The client's own fields are not passed on"),
                ExampleKeys.in(group, "Body of the response: JSON, or else plain text"));
    }

    private static Group headers() {
        Group fields = Group.named("Header fields that replace the client's, by name", ValueParsers.headerName());
        fields.optional(
                Group.ANY_NAME,
                ValueParsers.text(),
                "the client's value",
                "Bearer {$token.access}",
                "Value with expressions in braces; a field with an empty value, or without a value, is not sent. If"
                        + " the field is a credential, such as `Authorization`, the request is not passed on");
        return fields;
    }
}
