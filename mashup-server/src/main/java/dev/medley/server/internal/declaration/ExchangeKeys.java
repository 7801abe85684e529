package dev.medley.server.internal.declaration;

import dev.medley.config.internal.document.Key;
import dev.medley.format.CsvSeparator;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.OpenValue;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The keys of each exchange of a declared mashup, by its name. */
final class ExchangeKeys {

    /** The section of an exchange. */
    static final Group KEYS = Group.of("One exchange");

    static final ValueParser<String> NAMES = ValueParsers.variableName("a name of an exchange");

    static final int DEFAULT_CONCURRENCY = 16;
    static final int DEFAULT_MAX_ELEMENTS = 256;

    private static final ValueParser<List<Integer>> STATUSES =
            ValueParsers.list(ValueParsers.wholeNumber(200, 599, "status"));

    static final Setting<String> PARTNER = KEYS.optional(
            "partner",
            ValueParsers.text(),
            "the partner that has the name of the exchange",
            "weather",
            "Name of the partner; an expression in braces may choose it: `{$partners[0]}`");

    static final Setting<RequestMethod> METHOD = KEYS.optional(
            "method",
            ValueParsers.choice("a method", RequestMethod.class, RequestMethod::name, Map.of()),
            "`GET`; `POST` with a `body`",
            "PUT",
            "Method of the request");

    static final Setting<String> PATH = KEYS.optional(
            "path",
            ValueParsers.text(),
            "none; required without `snapshot`",
            "/weather?city={$request.query.city}",
            "Path of the request, with an optional query; values of expressions in braces are percent-encoded. If an"
                    + " expression has no value, the request is not sent: the reply is a 400 if the value comes from"
                    + " the inbound request, else the exchange fails");

    static final Setting<String> QUERY = named(
                    "query", ValueParsers.parameterName(), "Additional query parameters, by name")
            .optional(
                    Group.ANY_NAME,
                    ValueParsers.text(),
                    "none",
                    "{$request.query.city}",
                    "Value with expressions in braces; without a value the parameter is omitted, and a list repeats it");

    static final Setting<String> HEADER = named(
                    "headers", ValueParsers.headerName(), "Header fields of the request, by name")
            .optional(
                    Group.ANY_NAME,
                    ValueParsers.text(),
                    "none",
                    "{$request.headers.accept}",
                    "Value with expressions in braces; without a value the field is omitted, except `Authorization`,"
                            + " `Cookie` and others with the name of a secret: then the request is not sent, as with `path`");

    static final Setting<String> BODY = KEYS.optional(
            "body",
            ValueParsers.text(),
            "no body",
            "{\"city\": $request.query.city}",
            "Expression of the request body, which is a JSON document unless `headers` have another `Content-Type`:"
                    + " text, an object for a form or for XML, an array of objects for CSV. `$request.body` alone, without that field, passes the body of"
                    + " the inbound request on unchanged, with its media type");

    static final ContentKeys CONTENT = ContentKeys.in(KEYS);

    static final Setting<ResponseFormat> FORMAT = KEYS.key(
            "format",
            ValueParsers.choice("a format", ResponseFormat.class, ResponseFormat::configured, Map.of()),
            ResponseFormat.JSON,
            "Format of the partner's response, which `Accept` requests");

    static final Setting<CsvSeparator> SEPARATOR = KEYS.optional(
            "separator",
            ValueParsers.choice("a separator", CsvSeparator.class, CsvSeparator::configured, Map.of()),
            "`comma`",
            "semicolon",
            "Separator between the values of a CSV line, with `format: csv`");

    private static final Group RESPONSE_BODY = KEYS.group(
            "response-body", "Check of the value that the partner's response has; not with `format: html` or `text`");

    /** The place of the schema of the response's body. */
    static final Key RESPONSE_SCHEMA = Key.of("response-body.schema");

    static {
        RESPONSE_BODY.add(
                RESPONSE_SCHEMA.name(),
                new OpenValue("JSON Schema, draft 2020-12, of the value of a response with status 2xx"));
    }

    static final Setting<OnMismatch> ON_MISMATCH = RESPONSE_BODY.key(
            "on-mismatch",
            ValueParsers.choice("what to do", OnMismatch.class, OnMismatch::configured, Map.of()),
            OnMismatch.REFUSE,
            "What becomes of an exchange whose response does not match: `refuse`, it fails with a 502; `count`, it completes,"
                    + " and a metric and the log tell");

    static final Setting<Duration> TIMEOUT = KEYS.optional(
            "timeout",
            ValueParsers.duration(),
            "the partner's `timeout`",
            "500ms",
            "Time for the whole exchange, if it is shorter than the partner's");

    static final Setting<List<Integer>> ACCEPT = KEYS.key(
            "accept",
            STATUSES,
            List.of(),
            "Statuses other than 2xx with which the exchange completes; its result is then null unless the body has"
                    + " the format");

    static final Setting<List<StatusRange>> PASS_STATUS = KEYS.key(
            "pass-status",
            ValueParsers.list(StatusRange.parser()),
            List.of(),
            "Partner statuses that become the status of the reply in place of 502, such as 404, or `4xx` for all from"
                    + " 400 to 499; only for an exchange that is not optional");

    static final Setting<Integer> RETRIES = KEYS.optional(
            "retries",
            ValueParsers.wholeNumber(0, 100, "times"),
            "the partner's `retries`",
            "0",
            "Number of retries, if retries are permitted, in place of the partner's `retries`");

    private static final Group HEDGE =
            KEYS.group("hedge", "A second attempt, parallel to the first, in place of the partner's `hedge`");

    static final Setting<Duration> HEDGE_AFTER = HEDGE.optional(
            "after",
            ValueParsers.durationOrZero(),
            "the partner's `hedge.after`",
            "50ms",
            "Time after which the second attempt starts if there is no response, for requests that can safely be"
                    + " processed twice; 0 for none");

    static final Setting<List<String>> NEEDS = KEYS.key(
            "needs",
            ValueParsers.list(ValueParsers.text()),
            List.of(),
            "Exchanges that must have ended before this one starts, in addition to those that its expressions refer to");

    static final Setting<String> WHEN = KEYS.optional(
            "when",
            ValueParsers.text(),
            "always",
            "$user.premium",
            "Condition; the exchange is skipped, and has no value, unless `$boolean` of the expression is true");

    static final Setting<String> FOR_EACH = KEYS.optional(
            "for-each",
            ValueParsers.text(),
            "one exchange",
            "$orders.items",
            "Expression of an array: one exchange for each element. The element is `$item`, and its position, counted"
                    + " from 0, is `$index`. The value is the array of their values");

    static final Setting<Integer> CONCURRENCY = KEYS.key(
            "concurrency",
            ValueParsers.wholeNumber(1, 10_000, "exchanges"),
            DEFAULT_CONCURRENCY,
            "Maximum number of exchanges of `for-each` in flight");

    static final Setting<Integer> MAX_ELEMENTS = KEYS.key(
            "max-elements",
            ValueParsers.wholeNumber(1, 100_000, "elements"),
            DEFAULT_MAX_ELEMENTS,
            "Maximum number of elements of `for-each`; with more, the exchange fails before its first request");

    static final PagesKeys PAGES = PagesKeys.in(KEYS);

    static final BatchKeys BATCH = BatchKeys.in(KEYS);

    static final Setting<Boolean> OPTIONAL = KEYS.key(
            "optional",
            ValueParsers.flag(),
            false,
            "True to reply without the value if the exchange fails; with `for-each`, without the values of the"
                    + " elements that fail. Otherwise the mashup fails too");

    static final Setting<Boolean> INTERNAL = KEYS.key(
            "internal",
            ValueParsers.flag(),
            false,
            "True to hide the exchange from clients, such as one for a token: it is not a part, not a member of a"
                    + " reply without `body` and `merge`, and not in the manifest or in `Server-Timing`; a problem"
                    + " document does not name it or its partner");

    private static final Group FALLBACK = KEYS.group("fallback", "Replacement for the value of an exchange that fails");

    static final Setting<String> FALLBACK_VALUE = FALLBACK.optional(
            "value",
            ValueParsers.text(),
            "none",
            "[]",
            "Expression of the value; the exchange still counts as missing");

    static final Setting<String> FALLBACK_EXCHANGE = FALLBACK.optional(
            "exchange",
            ValueParsers.text(),
            "none",
            "backup",
            "Name of another exchange, which starts only then and provides the value");

    static final Setting<Duration> FALLBACK_STALE = FALLBACK.optional(
            "stale",
            ValueParsers.duration(),
            "the partner's `cache.stale-if-error`",
            "10m",
            "Time for which a stale response of the partner's `cache`, which must be enabled, replaces a failure");

    static final ExampleKeys EXAMPLE = ExampleKeys.in(KEYS, "Body of the response, in the format of the exchange");

    static final Setting<String> SNAPSHOT = KEYS.optional(
            "snapshot",
            ValueParsers.text(),
            "a request to the partner",
            "rates",
            "Name of a mashup with `every`, which is its path without the first slash: the value is the last good reply of that"
                    + " mashup, and no partner is asked. Of the other keys, only `optional`, `fallback.value`, `when`, `needs`"
                    + " and `internal` are allowed beside it");

    static {
        KEYS.requireOneOf(PATH, SNAPSHOT);
    }

    private ExchangeKeys() {}

    private static Group named(String key, ValueParser<String> names, String help) {
        Group group = Group.named(help, names);
        KEYS.add(key, group);
        return group;
    }
}
