package dev.medley.server.internal.declaration;

import dev.medley.format.SoapVersion;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.ValueParsers;
import java.util.List;
import java.util.Map;

/** The keys of an exchange for XML, SOAP and GraphQL. */
record ContentKeys(
        Setting<String> template,
        Setting<List<String>> arrays,
        Setting<String> action,
        Setting<SoapVersion> version,
        Setting<String> header,
        Setting<String> query,
        Setting<String> operation) {

    static final String XML = "xml";
    static final String SOAP = "soap";
    static final String GRAPHQL = "graphql";
    static final String VARIABLES = "variables";

    /** Declares the keys in {@code exchange}. */
    static ContentKeys in(Group exchange) {
        Setting<String> template = exchange.optional(
                "template",
                ValueParsers.text(),
                "no body",
                "<order><id>{$request.path.id}</id></order>",
                "XML document of the request body, with expressions in braces, whose values are escaped. In place of `body`; the"
                        + " `Content-Type` is one of XML, `application/xml` by default. With `soap`, the content of the Body");
        Setting<List<String>> arrays = exchange.group(XML, "Reading of XML, with `format: xml` or `soap`")
                .key(
                        "arrays",
                        ValueParsers.list(ValueParsers.text()),
                        List.of(),
                        "Names of elements, without a prefix, that are an array even if there is one");
        Group soap = exchange.group(
                SOAP,
                "A call of a SOAP service: a POST of an envelope around the value of `body`, or the text of `template`. The value"
                        + " of the exchange is an object with the child elements of the response's Body");
        Setting<String> action = soap.optional(
                "action",
                ValueParsers.text(),
                "empty",
                "urn:prices#GetPrice",
                "Action of the call: the field `SOAPAction` of SOAP 1.1, the parameter `action` of SOAP 1.2");
        Setting<SoapVersion> version = soap.key(
                "version",
                ValueParsers.choice("a version", SoapVersion.class, SoapVersion::configured, Map.of()),
                SoapVersion.V1_1,
                "Version of SOAP");
        Setting<String> header = soap.optional(
                "header",
                ValueParsers.text(),
                "no Header",
                "{\"t:Token\": {\"@xmlns:t\": \"urn:token\", \"#text\": $token.value}}",
                "Expression of an object with the child elements of the envelope's Header");
        Group graphql = exchange.group(
                GRAPHQL,
                "A query or mutation of GraphQL, by a POST. The value of the exchange is the `data` of the response; `errors` fail it");
        Setting<String> query = graphql.optional(
                "query",
                ValueParsers.text(),
                "none: must be given",
                "query($id: ID!) { product(id: $id) { name } }",
                "Document of GraphQL, as it is sent: braces belong to it, and values are `variables`");
        Group variables =
                Group.named("Variables of the query, by name", ValueParsers.variableName("a name of a variable"));
        graphql.add(VARIABLES, variables);
        variables.optional(
                Group.ANY_NAME,
                ValueParsers.text(),
                "none",
                "$request.path.id",
                "Expression of the variable; without a value it is omitted");
        Setting<String> operation = graphql.optional(
                "operation",
                ValueParsers.text(),
                "none",
                "Product",
                "Name of the operation to carry out, if the query has several");
        return new ContentKeys(template, arrays, action, version, header, query, operation);
    }
}
