package dev.medley.server.internal.openapi;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.MashupOutline;
import dev.medley.server.internal.declared.MashupOutline.RequestOutline;
import dev.medley.setting.internal.InvalidValueException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares the exchanges of declared mashups with the OpenAPI documents of their partners. */
public final class ApiCheck {

    private ApiCheck() {}

    /**
     * Returns the problems of the documents, and those of the exchanges with partners that have one; each in a line, with its
     * place. An exchange whose partner an expression chooses is not compared. Reads the documents.
     *
     * @param configurationFile in whose folder relative paths of documents start
     * @throws ConfigurationException if the declared mashups have problems of their own
     */
    public static List<String> problems(Configuration configuration, Path configurationFile) {
        List<String> problems = new ArrayList<>();
        Map<String, DescribedPartner> partners = new HashMap<>();
        for (PartnerSettings each : configuration.partners()) {
            Path document = each.openapi();
            if (document != null) {
                Path file = configurationFile.resolveSibling(document);
                try {
                    PartnerApi api = PartnerApi.of(DocumentReader.read(file));
                    partners.put(
                            each.name(), DescribedPartner.of(each, configuration.server(), api, document.toString()));
                } catch (ApiDocumentException x) {
                    problems.add(problem(configuration, each.name(), file, x));
                }
            }
        }
        if (partners.isEmpty()) {
            return problems;
        }
        for (MashupOutline mashup : DeclaredMashups.of(configuration).outlines()) {
            for (RequestOutline request : mashup.requests()) {
                DescribedPartner partner = request.partner() == null ? null : partners.get(request.partner());
                // What a request that is passed on asks for is known to the client only.
                if (partner != null && request.exchange().inbound() == null) {
                    problems.addAll(ExchangeCheck.problems(request, partner));
                }
            }
        }
        return problems;
    }

    private static String problem(
            Configuration configuration, String partner, Path file, ApiDocumentException failure) {
        String key = "partners." + partner + ".openapi";
        return InvalidValueException.inLine("%s: '%s' %s; expected an OpenAPI document of version 3.0 or 3.1"
                .formatted(configuration.given().getOrDefault(key, key), file, failure.getMessage()));
    }
}
