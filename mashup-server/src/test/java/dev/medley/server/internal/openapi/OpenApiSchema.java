package dev.medley.server.internal.openapi;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.InputStream;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The schema of OpenAPI 3.1 documents by the OpenAPI Initiative, with that of the schemas in them. */
final class OpenApiSchema {

    private static final String SITE = "https://spec.openapis.org/";
    private static final String DOCUMENTS = SITE + "oas/3.1/schema-base/2022-10-07";

    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12,
                    registry -> registry.resourceLoaders(loaders -> loaders.add(iri -> {
                        String text = iri.toString();
                        return text.startsWith(SITE) ? () -> resource(text.substring("https://".length())) : null;
                    })))
            .getSchema(SchemaLocation.of(DOCUMENTS));

    private OpenApiSchema() {}

    private static InputStream resource(String name) {
        InputStream resource = OpenApiSchema.class.getClassLoader().getResourceAsStream(name);
        if (resource == null) {
            throw new IllegalStateException("there is no " + name);
        }
        return resource;
    }

    /** Returns what is wrong with a document. */
    static List<String> problems(JsonNode document) {
        return SCHEMA.validate(document).stream().map(Error::toString).toList();
    }
}
