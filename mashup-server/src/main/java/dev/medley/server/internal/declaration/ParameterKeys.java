package dev.medley.server.internal.declaration;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** The keys of each parameter of a declared mashup, by its name. */
final class ParameterKeys {

    /** The section of a parameter. */
    static final Group KEYS = Group.of("One parameter");

    static final ValueParser<String> NAMES = ValueParsers.parameterName();

    static final Setting<ParameterPlace> IN = KEYS.optional(
            "in",
            ValueParsers.choice("a place of a parameter", ParameterPlace.class, ParameterPlace::configured, Map.of()),
            "`path` for a variable of the mashup's path, `query` for others",
            "query",
            "Place of the parameter in the request");

    static final Setting<ParameterType> TYPE = KEYS.key(
            "type",
            ValueParsers.choice("a type", ParameterType.class, ParameterType::configured, Map.of()),
            ParameterType.STRING,
            "Type in which expressions receive the value; a value of another type is rejected with a 400");

    static final Setting<Boolean> REQUIRED = KEYS.key(
            "required",
            ValueParsers.flag(),
            false,
            "True to reply with a 400 to a request without the parameter, or with an empty one");

    static final Setting<String> DEFAULT = KEYS.optional(
            "default", ValueParsers.text(), "none", "10", "Value of the parameter in a request without it");

    static final Setting<BigDecimal> MIN = KEYS.optional(
            "min", ValueParsers.decimal(), "no bound", "1", "Smallest number, with the types `integer` and `number`");

    static final Setting<BigDecimal> MAX = KEYS.optional(
            "max", ValueParsers.decimal(), "no bound", "256", "Largest number, with the types `integer` and `number`");

    static final Setting<String> PATTERN = KEYS.optional(
            "pattern",
            ValueParsers.regularExpression(),
            "any text",
            "[A-Z]{3}",
            "Regular expression that the whole value must match, with the type `string`");

    static final Setting<List<String>> ONE_OF = KEYS.key(
            "one-of",
            ValueParsers.list(ValueParsers.text()),
            List.of(),
            "Values of the type `string` that are allowed; without it any");

    static final Setting<String> DESCRIPTION = KEYS.optional(
            "description",
            ValueParsers.text(),
            "none",
            "Name of a city",
            "Meaning of the parameter, for the OpenAPI document");

    private ParameterKeys() {}
}
