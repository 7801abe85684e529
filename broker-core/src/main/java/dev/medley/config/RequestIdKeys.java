package dev.medley.config;

import dev.medley.context.RequestIds;
import dev.medley.setting.Group;
import dev.medley.setting.Setting;
import dev.medley.setting.Settings;
import dev.medley.setting.ValueParsers;
import java.util.Set;

/** The keys of the ids of inbound requests. */
record RequestIdKeys(Setting<String> field, Setting<Boolean> trust) {

    /** Fields with a meaning of their own, which an id must not replace. */
    private static final Set<String> RESERVED = Set.of(
            "authorization",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "cookie",
            "expect",
            "host",
            "keep-alive",
            "proxy-connection",
            "server-timing",
            "set-cookie",
            "te",
            "traceparent",
            "tracestate",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /** Declares them in {@code group}. */
    static RequestIdKeys in(Group group) {
        return new RequestIdKeys(
                group.key(
                        "field",
                        ValueParsers.fieldName(RESERVED),
                        RequestIds.DEFAULT_FIELD,
                        "Header field with the id: in requests of clients, in replies, and in requests to partners"),
                group.key(
                        "trust",
                        ValueParsers.flag(),
                        true,
                        "True to take the id from `traceparent` or the field in the client's request, where it is"
                                + " well-formed; false for a new id for each request"));
    }

    /** Returns the rule that {@code values} describe. */
    RequestIds of(Settings values) {
        return new RequestIds(values.get(field), values.get(trust));
    }
}
