package dev.medley.config;

import dev.medley.config.internal.key.CommonKeys;
import dev.medley.context.RequestIds;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.util.Set;

/**
 * The keys of the fields that each reply has: the id of its request, {@code Server-Timing}, and, of a declared mashup, {@code
 * Medley-Manifest}.
 */
record ReplyFieldKeys(
        Setting<String> requestId,
        Setting<Boolean> trust,
        Setting<ServerTimingDetail> serverTiming,
        Setting<ManifestDetail> manifest) {

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
            CommonKeys.MANIFEST,
            "proxy-connection",
            CommonKeys.SERVER_TIMING,
            "set-cookie",
            "te",
            "traceparent",
            "tracestate",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /** Declares them in {@code server}. */
    static ReplyFieldKeys in(Group server) {
        Group ids = server.group("request-id", "Ids of inbound requests");
        return new ReplyFieldKeys(
                ids.key(
                        "field",
                        ValueParsers.fieldName(RESERVED),
                        RequestIds.DEFAULT_FIELD,
                        "Header field with the id: in requests of clients, in replies, and in requests to partners"),
                ids.key(
                        "trust",
                        ValueParsers.flag(),
                        true,
                        "True to take the id from `traceparent` or the field in the client's request, where it is"
                                + " well-formed; false for a new id for each request"),
                server.key(
                        CommonKeys.SERVER_TIMING,
                        CommonKeys.formOfField(ServerTimingDetail.class, ServerTimingDetail::configured),
                        ServerTimingDetail.FULL,
                        "Field `Server-Timing` of replies: `full` with the time of each exchange and the name of its"
                                + " partner, `total` with the time of the mashup alone, `off` for no field",
                        Setting.Trait.CHANGEABLE),
                server.key(
                        CommonKeys.MANIFEST,
                        CommonKeys.formOfField(ManifestDetail.class, ManifestDetail::configured),
                        ManifestDetail.FULL,
                        "Field `Medley-Manifest` of the replies of declared mashups: `full` with the outcome of each"
                                + " exchange, `total` with the number of exchanges and of incomplete ones, `off` for no field",
                        Setting.Trait.CHANGEABLE));
    }

    /** Returns the rule by which {@code values} give ids. */
    RequestIds requestIds(Settings values) {
        return new RequestIds(values.get(requestId), values.get(trust));
    }
}
