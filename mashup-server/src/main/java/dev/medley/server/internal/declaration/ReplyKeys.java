package dev.medley.server.internal.declaration;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.util.List;

/** The keys of the reply of a declared mashup. */
final class ReplyKeys {

    private final Setting<String> body;
    private final Setting<String> status;
    private final Setting<String> maxAge;
    private final Setting<String> type;
    private final Setting<List<String>> needs;
    private final Setting<String> manifest;
    private final Setting<String> pass;

    private ReplyKeys(Group group) {
        body = group.optional(
                "body",
                ValueParsers.text(),
                "`merge`",
                "{\"city\": $request.query.city, \"weather\": $weather}",
                "Expression of the body, in place of `merge`");
        named(group, "merge", ValueParsers.memberName(), "Members of the body, in order")
                .optional(
                        Group.ANY_NAME,
                        ValueParsers.text(),
                        "none",
                        "$weather",
                        "Expression of the member. The value of a single exchange is passed on byte by byte; if the"
                                + " exchange failed, the member is null, and `missing` lists the cause. A name with"
                                + " `{$index}` creates a member for each value of an exchange with `for-each`:"
                                + " `p{$index}`");
        status = group.optional(
                "status",
                ValueParsers.text(),
                "200",
                "$exists($order) ? 200 : 404",
                "Expression of the status. Without `body` and `merge`, a reply of 204, 205 or 3xx has no body");
        named(group, "headers", ValueParsers.headerName(), "Header fields of the reply, by their names")
                .optional(
                        Group.ANY_NAME,
                        ValueParsers.text(),
                        "none",
                        "{$user.language}",
                        "Value with expressions in braces; without a value the field is omitted");
        maxAge = group.optional(
                "max-age",
                ValueParsers.text(),
                "no `Cache-Control`",
                "60",
                "Expression of the seconds for which caches may keep the reply, unless a response that it uses has a"
                        + " shorter lifetime; 0 for `no-store`. Medley derives `Cache-Control` and `Vary` from this"
                        + " value, from the request fields that the mashup uses, and from the responses. A reply with"
                        + " missing values is `no-store`");
        type = group.optional(
                "type",
                ValueParsers.mediaType(),
                "`application/json`",
                "text/plain",
                "Media type of the body; if it is not a JSON type, the value of `body` is text");
        needs = group.key(
                "needs",
                ValueParsers.list(ValueParsers.text()),
                List.of(),
                "Exchanges that must have ended before the reply, in addition to those that its expressions refer to");
        manifest = group.optional(
                "manifest",
                ValueParsers.memberName(),
                "not in the body",
                "completeness",
                "Name of a member of the body with the completeness manifest");
        pass = group.optional(
                "pass",
                ValueParsers.text(),
                "a reply of its own",
                "file",
                "Name of an exchange, the last one, whose response is the reply, unchanged: status, header fields, and"
                        + " a body that is never buffered whole. Its request has the fields of a GET or HEAD that"
                        + " choose a representation or a range; expressions cannot use its value");
    }

    /** Declares the keys in a group {@code reply} of {@code mashup}. */
    static ReplyKeys in(Group mashup) {
        return new ReplyKeys(mashup.group(
                "reply",
                "The reply of a declared mashup; without `body` and `merge`, an object of the values of all exchanges, in the"
                        + " order of their declaration"));
    }

    private static Group named(Group group, String key, ValueParser<String> names, String help) {
        Group values = Group.named(help, names);
        group.add(key, values);
        return values;
    }

    Setting<String> body() {
        return body;
    }

    Setting<String> status() {
        return status;
    }

    Setting<String> maxAge() {
        return maxAge;
    }

    Setting<String> type() {
        return type;
    }

    Setting<List<String>> needs() {
        return needs;
    }

    Setting<String> manifest() {
        return manifest;
    }

    Setting<String> pass() {
        return pass;
    }
}
