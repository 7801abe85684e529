package dev.medley.server.internal.declaration;

import dev.medley.config.ManifestDetail;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.key.CommonKeys;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.OpenValue;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The keys of a declared mashup, below {@code mashups} and its path. */
final class DeclaredKeys {

    /** The keys, beside the options that a mashup has anyhow. */
    static final Group KEYS = Group.of("The keys of a declared mashup");

    static final Setting<ManifestDetail> MANIFEST = KEYS.optional(
            CommonKeys.MANIFEST,
            CommonKeys.formOfField(ManifestDetail.class, ManifestDetail::configured),
            "`server.medley-manifest`",
            "total",
            "Field `Medley-Manifest` of the replies of a declared mashup, in place of `server.medley-manifest`");

    static final Setting<String> SUMMARY = KEYS.optional(
            "summary",
            ValueParsers.text(),
            "none",
            "Weather and hotels of a city",
            "One line about a declared mashup, for its OpenAPI document");

    static final Setting<List<RequestMethod>> METHODS = KEYS.optional(
            "methods",
            ValueParsers.list(ValueParsers.choice("a method", RequestMethod.class, RequestMethod::name, Map.of())),
            "`[GET]`; with `pass` any",
            "[GET, POST]",
            "Methods that a declared mashup answers; HEAD is answered like GET. Or, for each method, a declaration of"
                    + " its own below its name: `summary`, `parameters`, `exchanges`, `reply`, `pass`. The parameters"
                    + " of the path apply to all methods; its summary applies to methods without their own");

    static final Setting<Duration> EVERY = KEYS.optional(
            "every",
            ValueParsers.duration(),
            "for each request",
            "5m",
            "Time from the end of a run of a declared mashup to its next one, `1s` or more: the mashup runs when the server"
                    + " starts and then by this interval, without a client, and each GET gets the last good reply, the snapshot,"
                    + " with its `Age`");

    static final Setting<Duration> JITTER = KEYS.optional(
            "jitter",
            ValueParsers.durationOrZero(),
            "a tenth of `every`",
            "10s",
            "Time up to which each interval of `every` is longer, at random");

    /** The keys of one method of a path. */
    static final Group OF_METHOD = Group.of("Declaration for this method, in place of the keys of the whole path");

    static final Setting<Boolean> PARTS = KEYS.key(
            "parts",
            ValueParsers.flag(),
            false,
            "True to stream the reply of a declared mashup in parts to a client that accepts `text/event-stream` or"
                    + " `application/x-ndjson`: each value that the reply passes on unchanged is sent when it arrives");

    private static final Group REQUEST_BODY = KEYS.group("request-body", "Body of the requests of a declared mashup");

    static final Setting<Boolean> BODY_REQUIRED = REQUEST_BODY.key(
            "required",
            ValueParsers.flag(),
            false,
            "True to reply with a 400 to a request without a body, or with an empty one, unless it is a GET");

    /** The place of the schema of bodies. */
    static final Key BODY_SCHEMA = Key.of("request-body.schema");

    static {
        REQUEST_BODY.add(
                BODY_SCHEMA.name(),
                new OpenValue(
                        "JSON Schema, draft 2020-12, of the body: a request with another body gets a 400, one with another"
                                + " media type than JSON a 415"));
    }

    static {
        OF_METHOD.add("summary", SUMMARY);
        declare(
                "parameters",
                Group.named(
                        "Parameters of a declared mashup, by name. They are checked before its first exchange starts;"
                                + " others are neither checked nor documented",
                        ParameterKeys.NAMES,
                        ParameterKeys.KEYS));
        declare(
                "exchanges",
                Group.named(
                        "Exchanges of a declared mashup, by the names that expressions use. Each starts as soon as those that it"
                                + " refers to have ended",
                        ExchangeKeys.NAMES,
                        ExchangeKeys.KEYS));
    }

    static final ReplyKeys REPLY = ReplyKeys.in(KEYS);
    static final PassKeys PASS = PassKeys.in(KEYS);

    static {
        OF_METHOD.add("reply", Objects.requireNonNull(KEYS.find("reply")));
        OF_METHOD.add("pass", Objects.requireNonNull(KEYS.find("pass")));
        KEYS.orSection(
                "methods",
                Group.named(
                        "Methods that a declared mashup answers, as a list, or with a declaration for each",
                        ValueParsers.constantName("a method", RequestMethod.class),
                        OF_METHOD));
    }

    private DeclaredKeys() {}

    /** Declares a group that each method may have for itself. */
    private static void declare(String key, Group group) {
        KEYS.add(key, group);
        OF_METHOD.add(key, group);
    }
}
