package dev.medley.server.internal.openapi;

import dev.medley.config.internal.document.LocatedText;
import dev.medley.server.internal.declaration.ParameterDeclaration;
import dev.medley.server.internal.declaration.ParameterPlace;
import dev.medley.server.internal.declaration.ParameterType;
import dev.medley.server.internal.declared.MashupOutline;
import dev.medley.servlet.annotation.MashupPath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The parameters of an operation: first the variables of its path, declared or not, then the others, declared or not. */
final class ParameterObjects {

    /** The description of the variable that is the rest of a path. */
    static final String REST = "The rest of the path, which may have slashes";

    private ParameterObjects() {}

    static ArrayNode of(MashupOutline mashup) {
        Map<String, ParameterDeclaration> declared = mashup.declaration().parameters().stream()
                .filter(each -> place(mashup, each) == ParameterPlace.PATH)
                .collect(Collectors.toMap(each -> each.name().text(), each -> each));
        ArrayNode parameters = JsonNodeFactory.instance.arrayNode();
        if (mashup.declaration().schedule() != null) {
            // Its runs have the defaults, whatever a client sends.
            return parameters;
        }
        for (String variable : mashup.variables()) {
            boolean isRest = variable.equals(MashupPath.REST)
                    && mashup.declaration().path().text().endsWith("/*");
            add(parameters.addObject(), variable, ParameterPlace.PATH, declared.get(variable), isRest);
        }
        for (ParameterDeclaration each : mashup.declaration().parameters()) {
            ParameterPlace place = place(mashup, each);
            if (place != ParameterPlace.PATH) {
                add(parameters.addObject(), each.name().text(), place, each, false);
            }
        }
        UndeclaredParameters.addTo(parameters, mashup);
        return parameters;
    }

    private static ParameterPlace place(MashupOutline mashup, ParameterDeclaration parameter) {
        return mashup.places().getOrDefault(parameter.name().text(), ParameterPlace.QUERY);
    }

    private static void add(
            ObjectNode parameter,
            String name,
            ParameterPlace place,
            @Nullable ParameterDeclaration declared,
            boolean isRest) {
        parameter.put("name", name).put("in", place.configured());
        if (declared != null && declared.description() != null) {
            parameter.put("description", declared.description());
        } else if (isRest) {
            parameter.put("description", REST);
        }
        if (place == ParameterPlace.PATH || (declared != null && declared.required())) {
            parameter.put("required", true);
        }
        ObjectNode schema = parameter.putObject("schema");
        if (declared == null) {
            schema.put("type", ParameterType.STRING.configured());
        } else {
            constrain(schema, declared);
        }
    }

    private static void constrain(ObjectNode schema, ParameterDeclaration declared) {
        schema.put("type", declared.type().configured());
        switch (declared.type()) {
            case STRING -> {
                if (declared.pattern() != null) {
                    // That of JSON Schema may match a part of the text; a declared one matches the whole.
                    schema.put("pattern", "^(?:" + declared.pattern() + ")$");
                }
                if (!declared.oneOf().isEmpty()) {
                    declared.oneOf().forEach(schema.putArray("enum")::add);
                }
            }
            case INTEGER, NUMBER -> {
                put(schema, "minimum", declared.min());
                put(schema, "maximum", declared.max());
            }
            case BOOLEAN -> {}
        }
        LocatedText usual = declared.defaultValue();
        if (usual != null) {
            switch (declared.type()) {
                case STRING -> schema.put("default", usual.text());
                case INTEGER -> schema.put("default", new BigInteger(usual.text()));
                case NUMBER -> schema.put("default", new BigDecimal(usual.text()));
                case BOOLEAN -> schema.put("default", Boolean.parseBoolean(usual.text()));
            }
        }
    }

    private static void put(ObjectNode schema, String keyword, @Nullable BigDecimal bound) {
        if (bound != null) {
            schema.put(keyword, bound);
        }
    }
}
