package dev.medley.config.internal;

import static dev.medley.config.internal.Given.NOTHING;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.keyword.KeywordType;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class ConfigurationSchemaTest {

    /** Those that constrain nothing, and those that are checked without the validator. */
    private static final Set<String> OTHER_KEYWORDS =
            Set.of("$schema", "description", "default", "examples", "enum", "anyOf");

    private static final ConfigurationSchema SCHEMA = Given.READER.schema();
    private static final Map<String, String> URL = Map.of("partners.weather.url", "http://127.0.0.1:9001");

    /** The companions of keys that only the connector of the mashups has. */
    private static final Map<String, Map<String, String>> OF_THE_MASHUPS = Map.of(
            "server.tls.plain.reply", Map.of("server.tls.plain.port", "8088"),
            "server.tls.plain.public-port", Map.of("server.tls.plain.port", "8088"),
            "server.tls.hsts-subdomains", Map.of("server.tls.hsts", "1d"));

    /** The companions of keys of endpoints. */
    private static final Map<String, Map<String, String>> OF_ENDPOINTS = Map.of(
            "partners.weather.urls", Map.of("partners.weather.urls", "http://127.0.0.1:9001"),
            "partners.weather.endpoints.zone", Map.of("partners.weather.urls", "http://127.0.0.1:9001 zone=blocking"),
            "partners.weather.endpoints.addresses", Map.of("partners.weather.url", "http://weather.test"),
            "partners.weather.endpoints.refresh",
                    Map.of(
                            "partners.weather.url",
                            "http://weather.test",
                            "partners.weather.endpoints.addresses",
                            "all"));

    /** Those of keys that bound clients, of proxies, and of logs. */
    private static final Map<String, Map<String, String>> OF_CLIENTS = Map.of(
            "server.log.fields", Map.of("server.log.format", "json"),
            "server.clients.crowded-to", Map.of("server.clients.crowded-from", "12"),
            "server.proxies.protocol", Map.of("server.proxies.trusted", "127.0.0.1"));

    private static final Map<String, String> OF_CANARY = Map.of(
            "partners.next.url", "http://127.0.0.1:9003",
            "partners.weather.canary.partner", "next",
            "partners.weather.canary.header", "X-Canary",
            "partners.weather.canary.share", "0.5");

    private static final Map<String, String> OF_MIRROR = Map.of(
            "partners.next.url", "http://127.0.0.1:9003",
            "partners.weather.mirror.partner", "next");

    /** Keys of credentials that are given together. */
    private static final List<Map<String, String>> OF_AUTH = List.of(
            Map.of("partners.weather.auth.basic.user", "me", "partners.weather.auth.basic.password", "4711"),
            Map.of("partners.weather.auth.header.name", "X-Key", "partners.weather.auth.header.value", "4711"),
            Map.of("partners.weather.auth.query.name", "key", "partners.weather.auth.query.value", "4711"));

    private static final Map<String, String> OF_OAUTH2 = Map.of(
            "partners.login.url", "http://127.0.0.1:9003",
            "partners.blocking.url", "http://127.0.0.1:9004",
            "partners.weather.auth.oauth2.issuer", "login",
            "partners.weather.auth.oauth2.path", "/token",
            "partners.weather.auth.oauth2.client-id", "me");

    @Test
    void theSchemaIsOneOfDraft202012() {
        Schema draft = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));

        assertThat(draft.validate(SCHEMA.json())).isEmpty();
        assertThat(SCHEMA.json().path("$schema").asString()).isEqualTo(DialectId.DRAFT_2020_12);
    }

    @Test
    void everyKeywordOfTheSchemaIsChecked() {
        Set<String> keywords = new LinkedHashSet<>();
        collectKeywords(SCHEMA.json(), keywords);
        collectKeywords(SchemaCheckTest.LISTS.json(), keywords);
        keywords.removeAll(OTHER_KEYWORDS);

        assertThat(keywords)
                .containsExactlyInAnyOrderElementsOf(
                        SchemaCheck.KEYWORDS.stream().map(KeywordType::getValue).toList());
    }

    @Test
    void theSchemaHasTypeBoundsDefaultAndHelpOfASetting() {
        assertThat(SCHEMA.json().at("/properties/server/properties/accept-backlog"))
                .hasToString(
                        "{\"description\":\"Connections that may wait to be accepted; the operating system may have a"
                                + " lower limit (Linux: net.core.somaxconn).\",\"type\":\"integer\",\"minimum\":1,"
                                + "\"maximum\":65535,\"default\":4096}");
    }

    @Test
    void theSchemaSaysWhatHoldsWithoutAValue() {
        assertThat(SCHEMA.json()
                        .at("/properties/server/properties/max-held-bytes/description")
                        .asString())
                .endsWith(" Unset: a quarter of the maximum heap.");
    }

    /** A setting has its accessor by name: one that reads another setting, or none, shows here. */
    @ParameterizedTest
    @MethodSource("keys")
    void everySettingIsReadIntoItsAccessor(Key key) throws ReflectiveOperationException {
        Setting<?> setting = setting(key);
        String value = anotherValue(key, setting);
        Configuration usual = Given.READER.defaults(NOTHING, companions(key));

        Configuration changed = Given.READER.defaults(NOTHING, with(key, value));

        assertThat(changed.given()).containsEntry(key.toString(), "--set " + key);
        assertThat(accessor(changed, key))
                .hasToString(setting.parser().parse(value).toString());
        assertThat(accessor(changed, key)).isNotEqualTo(accessor(usual, key));
    }

    @ParameterizedTest
    @MethodSource("keys")
    void everyKeyCanComeFromAVariable(Key key) {
        String value = anotherValue(key, setting(key));
        Map<String, String> others = new HashMap<>(companions(key));
        others.remove(key.toString());

        Configuration configuration = Given.READER.defaults(Map.of(key.variable(), value), others);

        Configuration flagged = Given.READER.defaults(NOTHING, with(key, value));
        assertThat(configuration.server()).isEqualTo(flagged.server());
        assertThat(configuration.partners()).isEqualTo(flagged.partners());
    }

    private static Setting<?> setting(Key key) {
        return (Setting<?>) Objects.requireNonNull(SCHEMA.find(key), key::toString);
    }

    static Stream<Key> keys() {
        // No variable names the path of a mashup: MashupOptionsTest has its keys.
        return SCHEMA.valueKeys().stream()
                // Only the file itself includes others.
                .filter(key -> key.names().size() > 1)
                .filter(key -> !key.names().contains("mashups"))
                // CallersTest, CallerSettingsTest, QuotasTest and TopicOptionsTest have those.
                .filter(key -> !CallerSettings.SECTION.isAbove(key)
                        && !QuotaSettings.SECTION.isAbove(key)
                        && !TopicOptions.SECTION.isAbove(key))
                .filter(key -> !key.name().equals(Group.ANY_NAME))
                // They name partners: CanaryRequestsTest has them.
                .filter(key -> !key.toString().matches(".*\\.(canary|mirror)\\.partner"))
                // It needs callers: PartnerAuthTest has it.
                .filter(key -> !key.name().equals("grant"))
                .map(key -> Key.of(key.toString().replace(Group.ANY_NAME, "weather")));
    }

    /** Returns a value that is not the default: the first valid one. */
    private static <T> String anotherValue(Key key, Setting<T> setting) {
        String usual = setting.whenUnset().replace("`", "");
        return Stream.of(
                        "127.0.0.2",
                        "http://127.0.0.1:9002",
                        "0.25",
                        "13",
                        "418",
                        "4711",
                        "blocking",
                        "19s",
                        "21KiB",
                        "1MiB",
                        "false",
                        "true",
                        "http/1.1",
                        "want",
                        "refuse",
                        "serve",
                        "forwarded",
                        "total",
                        "public",
                        "TLSv1.3",
                        "TLS_AES_128_GCM_SHA256",
                        "all",
                        "418",
                        "/health",
                        "vegas",
                        "newest-first",
                        "post",
                        "PUT",
                        "text/plain",
                        "https://app.example",
                        "X-A: 1",
                        "json",
                        "status",
                        "request")
                .filter(text -> !text.equals(usual) && isValid(setting, text))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no value for " + key));
    }

    private static boolean isValid(Setting<?> setting, String text) {
        try {
            setting.parser().parse(text);
            return true;
        } catch (IllegalArgumentException x) {
            return false;
        }
    }

    private static Map<String, String> with(Key key, String value) {
        Map<String, String> values = new HashMap<>(companions(key));
        values.put(key.toString(), value);
        return values;
    }

    /** The other keys without which {@code key} is refused. */
    private static Map<String, String> companions(Key key) {
        Map<String, String> values = new HashMap<>(URL);
        values.putAll(OF_ENDPOINTS.getOrDefault(key.toString(), NOTHING));
        values.putAll(OF_CLIENTS.getOrDefault(key.toString(), NOTHING));
        if (key.toString().startsWith("partners.weather.health-check.")
                && !key.name().equals("path")) {
            values.put("partners.weather.health-check.path", "/health");
        }
        if (values.containsKey("partners.weather.urls")) {
            values.remove("partners.weather.url");
        }
        if (key.toString().endsWith(".retry.backoff")) {
            values.put("partners.weather.retry.max-backoff", "1m");
        }
        if (key.toString().startsWith("server.admission.") && !key.name().equals("adaptive")) {
            values.put("server.admission.max-concurrent", "5");
        }
        if (key.toString().startsWith("server.cors.") && !key.name().equals("origins")) {
            values.put("server.cors.origins", "https://app.example");
        }
        if (key.name().equals("allowed-addresses")) {
            values.put("partners.weather.url", "http://weather.test");
        }
        OF_AUTH.stream().filter(pair -> pair.containsKey(key.toString())).forEach(values::putAll);
        if (key.toString().startsWith("partners.weather.canary.")) {
            values.putAll(OF_CANARY);
        } else if (key.toString().startsWith("partners.weather.mirror.")) {
            values.putAll(OF_MIRROR);
        }
        if (key.toString().startsWith("partners.weather.auth.oauth2.")) {
            values.putAll(OF_OAUTH2);
            boolean signed = key.name().equals("key");
            values.put("partners.weather.auth.oauth2.client-auth", signed ? "private-key-jwt" : "basic");
            values.put("partners.weather.auth.oauth2." + (signed ? "key" : "client-secret"), signed ? "k.pem" : "4711");
        }
        String tls = key.toString().substring(0, key.toString().indexOf("tls.") + "tls.".length());
        if (key.toString().startsWith("partners.weather.tls.")) {
            values.put("partners.weather.url", "https://127.0.0.1:9001");
            values.put(tls + "certificate", "c.pem");
            values.put(tls + "key", "c.key");
        } else if (key.names().contains("tls")) {
            if (key.name().startsWith("key-store")) {
                values.put(tls + "key-store", "c.p12");
            } else {
                values.put(tls + "certificate", "c.pem");
                values.put(tls + "key", "c.key");
            }
            if (key.name().equals("client-auth") || key.name().equals("trust")) {
                values.put(tls + "client-auth", "need");
                values.put(tls + "trust", "a.pem");
            }
            values.putAll(OF_THE_MASHUPS.getOrDefault(key.toString(), NOTHING));
        }
        return values;
    }

    /** The accessor is named as the key; groups other than "admin" have one of their own, or are part of the name. */
    private static Object accessor(Configuration configuration, Key key) throws ReflectiveOperationException {
        String path = key.toString();
        PartnerSettings weather = configuration.partners().stream()
                .filter(partner -> partner.name().equals("weather"))
                .findFirst()
                .orElseThrow();
        Object settings = path.startsWith("server.") ? configuration.server() : weather;
        String name = key.name();
        if (path.startsWith("partners.weather.auth.oauth2.")) {
            settings = weather.auth().oauth2().orElseThrow();
        } else if (path.startsWith("partners.weather.auth.")) {
            settings = weather.auth();
            name = path.matches(".*\\.(header|query)\\..*") ? key.names().get(3) + "-" + name : name;
        } else if (path.startsWith("partners.weather.canary.")) {
            settings = weather.canary();
        } else if (path.startsWith("partners.weather.mirror.")) {
            settings = weather.mirror();
        } else if (path.startsWith("partners.weather.hedge.")) {
            settings = weather.hedge();
        } else if (path.startsWith("partners.weather.retry.")) {
            settings = weather.retry();
        } else if (path.startsWith("server.admin.tls.")) {
            settings = configuration.server().adminTls();
        } else if (path.startsWith("server.admin.")) {
            settings = configuration.server().admin();
            name = path.startsWith("server.admin.operator.") ? "operator-" + name : name;
        } else if (path.matches("server\\.tls\\.(plain\\..*|hsts.*|handshake-timeout)")) {
            settings = configuration.server().https();
            name = path.matches(".*\\.plain\\.(port|reply)") ? "plain-" + name : name;
        } else if (path.startsWith("server.tls.")) {
            settings = configuration.server().tls();
        } else if (path.startsWith("server.request-id.")) {
            settings = configuration.server().requestIds();
        } else if (path.startsWith("server.admission.")) {
            settings = configuration.server().admission();
        } else if (path.startsWith("server.log.")) {
            settings = configuration.server().log();
        } else if (path.startsWith("server.traces.")) {
            settings = configuration.server().traces();
        } else if (path.startsWith("partners.weather.limits.")) {
            settings = weather.limits();
        } else if (path.equals("partners.weather.allowed-addresses")) {
            settings = Connecting.settings(weather);
        } else if (path.matches("server\\.(half-close|clients\\..*)")) {
            settings = configuration.server().clients();
        } else if (path.startsWith("server.compute.")) {
            settings = configuration.server().compute();
        } else if (path.startsWith("server.scripts.")) {
            settings = configuration.server().scripts();
        } else if (path.startsWith("server.sessions.")) {
            settings = configuration.server().sessions();
        } else if (path.startsWith("server.proxies.")) {
            settings = configuration.server().proxies();
        } else if (path.startsWith("server.cors.")) {
            settings = configuration.server().edge().cors();
        } else if (path.startsWith("server.compression.")) {
            settings = configuration.server().edge().compression();
        } else if (path.startsWith("server.addresses.")) {
            settings = configuration.server().edge().addresses();
        } else if (path.equals("server.reply-headers")) {
            settings = configuration.server().edge();
        } else if (path.startsWith("server.http2.")) {
            name = "http2-" + name;
        } else if (path.startsWith("partners.weather.tls.")) {
            settings = weather.tls();
        } else if (path.startsWith("partners.weather.cache.")) {
            settings = weather.cache();
        } else if (path.startsWith("partners.weather.http2.")) {
            settings = weather.http2();
        } else if (path.startsWith("partners.weather.endpoints.")) {
            settings = weather.endpoints();
        } else if (path.startsWith("partners.weather.breaker.")) {
            settings = weather.breaker();
        } else if (path.startsWith("partners.weather.ejection.")) {
            settings = weather.ejection();
        } else if (path.startsWith("partners.weather.health-check.")) {
            settings = weather.healthCheck();
        }
        boolean several = path.startsWith("server.") && (name.equals("certificate") || name.equals("key"));
        String camel = Pattern.compile("-([a-z])")
                .matcher(several ? name + "s" : name)
                .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
        Method method = settings.getClass().getMethod(camel);
        Object value = method.invoke(settings);
        return value == null ? "unset" : value;
    }

    private static void collectKeywords(JsonNode schema, Set<String> keywords) {
        schema.properties().forEach(entry -> {
            keywords.add(entry.getKey());
            switch (entry.getKey()) {
                case "properties", "anyOf" -> entry.getValue().forEach(below -> collectKeywords(below, keywords));
                case "additionalProperties", "propertyNames", "items" -> collectKeywords(entry.getValue(), keywords);
                default -> {}
            }
        });
    }
}
