package dev.medley.config;

import dev.medley.partner.PartnerSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import tools.jackson.databind.JsonNode;

/** Makes settings of a document that has been checked. */
final class SettingsReader {

    private final Document document;
    private final ConfigurationSchema schema;

    SettingsReader(Document document, ConfigurationSchema schema) {
        this.document = document;
        this.schema = schema;
    }

    Configuration read() {
        List<PartnerSettings> partners =
                document.names(Key.of("partners")).stream().map(this::partner).toList();
        return new Configuration(server(), partners, given());
    }

    private ServerSettings server() {
        ServerSettings.Builder builder = ServerSettings.builder();
        Section server = new Section(document.at(Key.of("server")));
        Section admin = server.below("admin");
        server.number("port", builder::port);
        server.value("host", Notations.HOST, builder::host);
        admin.number("port", builder::adminPort);
        admin.value("host", Notations.HOST, builder::adminHost);
        server.number("threads", builder::threads);
        server.value("execution", Notations.EXECUTION, builder::execution);
        server.value("deadline", Notations.DURATION, builder::deadline);
        server.value("drain", Notations.DURATION_OR_ZERO, builder::drain);
        server.value("idle-timeout", Notations.DURATION, builder::idleTimeout);
        server.number("accept-backlog", builder::acceptBacklog);
        server.value("max-request-body", Notations.SIZE, builder::maxRequestBody);
        server.number("max-waiting", builder::maxWaiting);
        server.flag("access-log", builder::accessLog);
        return builder.build();
    }

    /** The protocol is not read: there is only one, and the check has seen to it. */
    private PartnerSettings partner(String name) {
        Section partner = new Section(document.at(Key.of("partners").child(name)));
        PartnerSettings.Builder builder = PartnerSettings.of(name, partner.text("url"));
        partner.number("max-connections", builder::maxConnections);
        partner.number("max-queued", builder::maxQueued);
        partner.value("timeout", Notations.DURATION, builder::timeout);
        partner.value("attempt-timeout", Notations.DURATION, builder::attemptTimeout);
        partner.value("connect-timeout", Notations.DURATION, builder::connectTimeout);
        partner.value("idle-timeout", Notations.DURATION, builder::idleTimeout);
        partner.value("keep-alive", Notations.DURATION_OR_ZERO, builder::keepAlive);
        partner.number("retries", builder::retries);
        partner.number("connect-retries", builder::connectRetries);
        partner.value("max-body", Notations.SIZE, builder::maxBody);
        return builder.build();
    }

    private Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        document.values().keySet().stream()
                .filter(schema::hasValue)
                .forEach(key -> given.put(key.toString(), document.origin(key).label(key)));
        return given;
    }

    /** The keys of a section; what is not given is not set. */
    private record Section(JsonNode node) {

        Section below(String key) {
            return new Section(node.path(key));
        }

        String text(String key) {
            return node.path(key).asString();
        }

        void number(String key, IntConsumer setting) {
            if (node.has(key)) {
                setting.accept(node.path(key).intValue());
            }
        }

        void flag(String key, Consumer<Boolean> setting) {
            if (node.has(key)) {
                setting.accept(node.path(key).booleanValue());
            }
        }

        <T> void value(String key, Notation<T> notation, Consumer<T> setting) {
            if (node.has(key)) {
                setting.accept(notation.read(text(key)));
            }
        }
    }
}
