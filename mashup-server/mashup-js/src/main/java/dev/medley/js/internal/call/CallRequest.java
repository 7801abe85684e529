package dev.medley.js.internal.call;

import dev.medley.connection.RequestBody;
import dev.medley.exchange.ExchangeBuilder;
import dev.medley.format.CsvSeparator;
import dev.medley.format.Format;
import dev.medley.format.SoapVersion;
import dev.medley.json.Json;
import dev.medley.json.MalformedJsonException;
import dev.medley.setting.internal.ValueParsers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JsonNode;

/**
 * What a call of a script asks for, as the prelude gives it. Refuses with an {@link IllegalArgumentException} what a partner cannot be
 * asked.
 *
 * @param partner name
 * @param method in capitals
 * @param template path and query with {@code {places}}
 * @param values for the places
 * @param kind how the response is read
 * @param detail of that, a JSON document; null without one
 * @param body of the request, a JSON document; null without one
 * @param options a JSON document; null for none
 * @param label of the exchange
 */
record CallRequest(
        String partner,
        String method,
        String template,
        List<String> values,
        String kind,
        @Nullable String detail,
        @Nullable String body,
        @Nullable String options,
        String label) {

    /** Reads the arguments of the prelude. */
    static CallRequest of(Value... arguments) {
        List<String> values = new ArrayList<>();
        for (long i = 0; i < arguments[3].getArraySize(); i++) {
            values.add(arguments[3].getArrayElement(i).asString());
        }
        return new CallRequest(
                arguments[0].asString(),
                arguments[1].asString(),
                arguments[2].asString(),
                values,
                arguments[4].asString(),
                text(arguments[5]),
                text(arguments[6]),
                text(arguments[7]),
                arguments[8].asString());
    }

    private static @Nullable String text(Value value) {
        return value.isString() ? value.asString() : null;
    }

    /** Returns the format in which the response is read; null for JSON, and for one that is not read. */
    @Nullable
    Format<?> format() {
        return switch (kind) {
            case "text" -> Format.TEXT;
            case "xml" -> Format.xml(lists(details()));
            case "csv" -> Format.csv(separator(details().asString()));
            case "feed" -> Format.FEED;
            case "page" -> Format.HTML;
            case "soap" ->
                Format.soap(
                        version(details().get("version").asString()),
                        lists(details().get("lists")));
            case "graphql" -> Format.GRAPHQL;
            default -> null;
        };
    }

    private JsonNode details() {
        return tree(detail == null ? "null" : detail);
    }

    private static String[] lists(JsonNode names) {
        return names.valueStream().map(JsonNode::asString).toArray(String[]::new);
    }

    private static CsvSeparator separator(String text) {
        return Stream.of(CsvSeparator.values())
                .filter(each -> text.equals(String.valueOf(each.character())))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the separator is '%s'; expected a comma, a semicolon, a tab or |".formatted(text)));
    }

    private static SoapVersion version(String text) {
        return Stream.of(SoapVersion.values())
                .filter(each -> each.configured().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "the version of SOAP is %s; expected '1.1' or '1.2'".formatted(text)));
    }

    /** Returns the names and the selectors of the elements that a call for a page selects. */
    Map<String, String> selectors() {
        return json(detail == null ? "{}" : detail).as(new TypeReference<Map<String, String>>() {});
    }

    /**
     * Puts the request into {@code builder}.
     *
     * @throws dev.medley.connection.InvalidRequestException if no partner can be sent such a request
     */
    void addTo(ExchangeBuilder builder) {
        builder.request(method, template, values.toArray()).label(label);
        JsonNode given = options == null ? null : tree(options);
        if (given != null) {
            addOptions(given, builder);
        }
        addExpected(builder);
        if (body != null) {
            addBody(tree(body), builder);
        }
    }

    private void addExpected(ExchangeBuilder builder) {
        Format<?> format = format();
        if (format != null) {
            builder.expect(format);
        } else if (kind.equals("json")) {
            builder.expectJson();
        }
    }

    private static void addOptions(JsonNode given, ExchangeBuilder builder) {
        JsonNode headers = given.path("headers");
        for (int i = 0; i + 1 < headers.size(); i += 2) {
            builder.header(headers.get(i).asString(), headers.get(i + 1).asString());
        }
        if (given.has("timeout")) {
            builder.timeout(duration(given.get("timeout"), "timeout"));
        }
        if (given.has("attemptTimeout")) {
            builder.attemptTimeout(duration(given.get("attemptTimeout"), "attemptTimeout"));
        }
        if (given.has("retries")) {
            builder.retries(number(given.get("retries"), "retries"));
        }
        JsonNode accept = given.get("accept");
        if (accept != null) {
            builder.accept((accept.isArray() ? accept.valueStream() : Stream.of(accept))
                    .mapToInt(each -> number(each, "accept"))
                    .toArray());
        }
        JsonNode key = given.get("idempotencyKey");
        if (key != null && key.isString()) {
            builder.idempotencyKey(key.asString());
        } else if (key != null && key.asBoolean(false)) {
            builder.idempotencyKey();
        }
    }

    private static void addBody(JsonNode given, ExchangeBuilder builder) {
        String text = given.get("text").asString();
        switch (given.get("kind").asString()) {
            case "text" ->
                builder.body(RequestBody.of(given.get("type").asString(), text.getBytes(StandardCharsets.UTF_8)));
            case "soap" ->
                builder.soapBody(
                        version(given.get("type").asString()),
                        given.get("action").asString(),
                        map(text));
            case "graphql" -> builder.graphQlBody(given.get("action").asString(), map(text));
            default -> addJson(given, text, builder);
        }
    }

    /** Of a value with a type that is that of another format, its text in that. */
    private static void addJson(JsonNode given, String text, ExchangeBuilder builder) {
        String type = given.has("type") ? given.get("type").asString() : "application/json";
        if (type.startsWith("application/xml") || type.startsWith("text/xml")) {
            builder.xmlBody(map(text));
        } else if (type.startsWith("text/csv")) {
            builder.csvBody(json(text).as(new TypeReference<List<Map<String, Object>>>() {}));
        } else {
            builder.body(RequestBody.of(type, text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    private static Map<String, Object> map(String text) {
        return json(text).as(new TypeReference<Map<String, Object>>() {});
    }

    private static Duration duration(JsonNode given, String name) {
        if (given.isNumber()) {
            return Duration.ofNanos((long) (given.asDouble() * 1_000_000));
        }
        try {
            return ValueParsers.duration().parse(given.asString(""));
        } catch (IllegalArgumentException x) {
            throw new IllegalArgumentException(
                    "the option %s is %s; expected a text such as '800ms', or a number of milliseconds"
                            .formatted(name, given));
        }
    }

    private static int number(JsonNode given, String name) {
        if (!given.isIntegralNumber() || !given.canConvertToInt()) {
            throw new IllegalArgumentException("the option %s is %s; expected a whole number".formatted(name, given));
        }
        return given.asInt();
    }

    private static JsonNode tree(String document) {
        return json(document).tree();
    }

    private static Json json(String document) {
        try {
            return Json.parse(document.getBytes(StandardCharsets.UTF_8));
        } catch (MalformedJsonException x) {
            throw new IllegalArgumentException("a value of the script is no document: " + x.getMessage(), x);
        }
    }
}
