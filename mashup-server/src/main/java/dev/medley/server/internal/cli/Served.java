package dev.medley.server.internal.cli;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.mashups.MashupClass;
import dev.medley.server.internal.mashups.MashupFolder;
import dev.medley.server.internal.mashups.ServletMapping;
import dev.medley.server.internal.script.Script;
import dev.medley.servlet.MashupServlet;
import dev.medley.topic.TopicSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The mashups that a command serves.
 *
 * @param configuration of the server
 * @param samples the sample mashups
 * @param folder the mashups of the user
 * @param declared the mashups of the configuration
 * @param scripts those of the folder
 */
record Served(
        Configuration configuration,
        List<MashupServlet> samples,
        MashupFolder folder,
        DeclaredMashups declared,
        List<Script> scripts) {

    /**
     * Checks that there is a mashup, or a topic.
     *
     * @throws ConfigurationException if not
     */
    Served {
        if (samples.isEmpty()
                && folder.mashups().isEmpty()
                && declared.routes().isEmpty()
                && scripts.isEmpty()
                && configuration.topics().isEmpty()) {
            throw new ConfigurationException(
                    List.of(
                            "nothing to serve: expected mashups with exchanges in the configuration,"
                                    + " --mashups DIR (or MEDLEY_MASHUPS) with your own, or server.samples: true for the sample mashups"));
        }
    }

    /** Returns lines for the operator: the mashups with their paths, the topics, and the partners with their addresses. */
    List<String> summary() {
        List<String> mashups = new ArrayList<>();
        for (MashupServlet sample : samples) {
            mashups.add("%s (sample)".formatted(paths(ServletMapping.of(sample.getClass()))));
        }
        for (MashupClass found : folder.classes()) {
            mashups.add("%s (%s in %s)"
                    .formatted(paths(found.mapping()), found.type().getName(), found.jar()));
        }
        for (Script each : scripts) {
            int end = each.file().lastIndexOf('/');
            mashups.add("%s (script %s in %s)"
                    .formatted(
                            each.path(),
                            each.file().substring(end + 1),
                            each.file().substring(0, end)));
        }
        declared.routes().forEach(route -> mashups.add(route.template() + " (declared)"));
        String partners = configuration.partners().stream()
                .map(partner -> partner.name() + " at "
                        + partner.urls().stream()
                                .map(each -> each.url().toString())
                                .collect(Collectors.joining(" and ")))
                .collect(Collectors.joining(", "));
        List<String> summary = new ArrayList<>();
        summary.add("Mashups: " + String.join(", ", mashups));
        if (!configuration.topics().isEmpty()) {
            summary.add("Topics: %s at %s"
                    .formatted(
                            configuration.topicSettings().stream()
                                    .map(TopicSettings::name)
                                    .collect(Collectors.joining(", ")),
                            configuration.server().sessions().path()));
        }
        summary.add("Partners: " + (partners.isEmpty() ? "none" : partners));
        return summary;
    }

    private static String paths(ServletMapping mapping) {
        return String.join(" and ", mapping.paths());
    }
}
