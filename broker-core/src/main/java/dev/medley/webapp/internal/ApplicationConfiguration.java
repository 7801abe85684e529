package dev.medley.webapp.internal;

import static dev.medley.webapp.internal.MashupInitializer.CONFIG_PARAMETER;
import static dev.medley.webapp.internal.MashupInitializer.CONFIG_RESOURCE;
import static dev.medley.webapp.internal.MashupInitializer.CONFIG_VARIABLE;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.ConfigurationReader;
import dev.medley.config.internal.DeclarationFormat;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds and reads the configuration of a web application. */
final class ApplicationConfiguration {

    private static final String IN_APPLICATION = "/WEB-INF/";

    private final ServletContext context;
    private final Map<String, String> environment;
    private final ConfigurationReader reader;

    ApplicationConfiguration(ServletContext context, Map<String, String> environment, DeclarationFormat format) {
        this.context = context;
        this.environment = environment;
        reader = new ConfigurationReader(format);
    }

    /**
     * The configuration.
     *
     * @throws ConfigurationException if there is none, or it is wrong, or meant for a server and not for an application
     */
    Configuration read() {
        String parameter = context.getInitParameter(CONFIG_PARAMETER);
        String variable = environment.get(CONFIG_VARIABLE);
        if (parameter != null) {
            return read("the context parameter " + CONFIG_PARAMETER, parameter).forContainer();
        }
        if (variable != null) {
            return read("the environment variable " + CONFIG_VARIABLE, variable).forContainer();
        }
        String included = resource(CONFIG_RESOURCE);
        if (included != null) {
            return reader.parse(CONFIG_RESOURCE, included, environment, Map.of())
                    .forContainer();
        }
        throw problem("there is no configuration: name one by the context parameter %s or the environment variable %s,"
                        .formatted(CONFIG_PARAMETER, CONFIG_VARIABLE)
                + " or put one into the application as " + CONFIG_RESOURCE);
    }

    private Configuration read(String source, String place) {
        if (!place.startsWith(IN_APPLICATION)) {
            try {
                return reader.read(Path.of(place), environment, Map.of());
            } catch (InvalidPathException x) {
                throw problem("%s is '%s', which is not a path: %s".formatted(source, place, x.getReason()));
            }
        }
        String text = resource(place);
        if (text == null) {
            throw problem("%s is %s, but there is no such file in the application".formatted(source, place));
        }
        return reader.parse(place, text, environment, Map.of());
    }

    private @Nullable String resource(String path) {
        try (InputStream in = context.getResourceAsStream(path)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException x) {
            throw problem(path + ": cannot be read; " + x.getMessage());
        }
    }

    private static ConfigurationException problem(String text) {
        return new ConfigurationException(List.of(text));
    }
}
