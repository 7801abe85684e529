package dev.medley.server.internal.cli;

import dev.medley.config.AdminSettings;
import dev.medley.config.ClientAuth;
import dev.medley.config.CorsSettings;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.caller.AccessOptions;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.topic.TopicOptions;
import dev.medley.config.internal.topic.TopicRule;
import dev.medley.connection.Header;
import dev.medley.connection.internal.SecretNames;
import dev.medley.partner.AuthSettings;
import dev.medley.partner.EndpointUrl;
import dev.medley.partner.PartnerSettings;
import dev.medley.topic.TopicSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds what a valid configuration leaves open, and should not where strangers reach the server. Each finding has its place. */
final class Audit {

    private static final String LOOPBACK = "127.";

    private final Configuration configuration;
    private final String file;
    private final List<String> findings = new ArrayList<>();

    private Audit(Configuration configuration, String file) {
        this.configuration = configuration;
        this.file = file;
    }

    /**
     * Returns the findings.
     *
     * @param filters the classes of the filters before the mashups
     * @param file that the configuration was read from
     */
    static List<String> of(Configuration configuration, List<String> filters, String file) {
        Audit audit = new Audit(configuration, file);
        audit.server(configuration.server());
        audit.callers();
        audit.topics(filters);
        configuration.partners().forEach(audit::partner);
        return audit.findings;
    }

    private void server(ServerSettings server) {
        AdminSettings admin = server.admin();
        CallerSettings callers = configuration.callers();
        administration("server.admin.host", admin.host(), callers.pages(), "/metrics and /status", "pages");
        if (callers.actions() != null) {
            boolean isShared = admin.operatorPort() == null;
            administration(
                    isShared ? "server.admin.host" : "server.admin.operator.host",
                    isShared ? admin.host() : admin.operatorHost(),
                    callers.actions(),
                    "actions and /manifests",
                    "actions");
        }
        server.proxies().trusted().stream()
                .filter(range -> range.endsWith("/0"))
                .forEach(range -> add(
                        "server.proxies.trusted",
                        range + " trusts every client to name another one; expected the addresses of your proxies"));
        limits(server);
        crossOrigin(server.edge().cors());
    }

    /** Mashups that anybody may call, unless they say so. */
    private void callers() {
        if (configuration.callers().required()
                || isLoopback(configuration.server().host())) {
            return;
        }
        if (!configuration.callers().isKnown()) {
            add(
                    "callers",
                    "anybody may call each mashup; expected callers, unless something before the server knows them");
            return;
        }
        List<String> open = configuration.declarations().stream()
                .map(mashup -> mashup.path().text())
                .filter(path -> configuration.mashups().access(List.of(path)) == null)
                .distinct()
                .toList();
        if (!open.isEmpty()) {
            add(
                    "callers.required",
                    "anybody may call %s; expected access: {anybody: true} there, or callers.required: true"
                            .formatted(String.join(", ", open)));
        }
    }

    /** A filter may be what keeps strangers away, and topics are served before it. */
    private void topics(List<String> filters) {
        if (!isLoopback(configuration.server().host())) {
            for (TopicOptions topic : configuration.topics()) {
                TopicRule publish = topic.publish();
                if (publish != null && publish.access().anybody() && publish.ask() == null) {
                    add(
                            "topics.%s.publish".formatted(topic.settings().name()),
                            "anybody may publish; expected scopes, roles, claims or a condition of callers");
                }
            }
        }
        if (!filters.isEmpty()) {
            configuration.topics().stream()
                    .map(TopicOptions::settings)
                    .filter(TopicSettings::isPublic)
                    .forEach(topic -> add(
                            "topics.%s.public".formatted(topic.name()),
                            "anybody may subscribe, whatever %s does: filters do not run before topics; expected"
                                            .formatted(String.join(", ", filters))
                                    + " topics.%s.subscribe, unless the topic is for anybody".formatted(topic.name())));
        }
    }

    private void administration(String key, String host, @Nullable AccessOptions options, String part, String section) {
        boolean isForAnybody = options == null || options.anybody();
        boolean closed = configuration.server().adminTls().clientAuth() == ClientAuth.NEED;
        if (!isLoopback(host) && isForAnybody && !closed) {
            add(
                    key,
                    "anybody who reaches %s may use %s of administration; expected 127.0.0.1, callers.administration.%s, or server.admin.tls.client-auth: need"
                            .formatted(host, part, section));
        }
    }

    private void limits(ServerSettings server) {
        if (!server.admission().isLimited() && !isLoopback(server.host())) {
            add(
                    "server.admission",
                    "all requests are admitted, however many; expected server.admission.max-concurrent or"
                            + " server.admission.adaptive");
        }
        off("server.clients.head-timeout", server.clients().headTimeout().isZero(), "clients may send a head for ever");
        off(
                "server.clients.min-request-rate",
                server.clients().minRequestRate() == 0,
                "clients may send a body for ever");
        off("server.clients.min-reply-rate", server.clients().minReplyRate() == 0, "clients may read a reply for ever");
    }

    private void off(String key, boolean isOff, String consequence) {
        if (isOff) {
            add(key, "the limit is off: " + consequence + "; expected more than 0");
        }
    }

    private void crossOrigin(CorsSettings cors) {
        if (cors.credentials()) {
            cors.origins().stream()
                    .filter(origin -> isPlain(origin) && !isLoopback(hostOf(origin)))
                    .forEach(origin -> add(
                            "server.cors.origins",
                            origin + " is plain http: whoever is between can act for its users; expected https"));
        }
    }

    private void partner(PartnerSettings partner) {
        List<String> secrets = Stream.concat(
                        Stream.concat(partner.headers().stream().map(Header::name), partner.passHeaders().stream())
                                .filter(Audit::isSecret),
                        credential(partner.auth()))
                .distinct()
                .toList();
        boolean isOfKeys = configuration.callers().tokens().stream()
                .anyMatch(issuer -> issuer.partner().equals(partner.name()));
        boolean isIssuer = configuration.partners().stream()
                .anyMatch(other -> other.auth()
                        .oauth2()
                        .filter(oauth2 -> oauth2.issuer().equals(partner.name()))
                        .isPresent());
        for (EndpointUrl each : partner.urls()) {
            URI url = each.url();
            if (isPlain(url.toString()) && !isLoopback(url.getHost())) {
                plain(partner, url, isOfKeys, "lets whoever is between give keys of its own, and be each caller");
                plain(partner, url, isIssuer, "shows secrets and tokens of Medley to whoever is between");
                plain(
                        partner,
                        url,
                        !secrets.isEmpty(),
                        "shows %s to whoever is between".formatted(String.join(", ", secrets)));
            }
        }
    }

    private void plain(PartnerSettings partner, URI url, boolean applies, String consequence) {
        if (applies) {
            String key = "partners." + partner.name() + "."
                    + (isGiven("partners." + partner.name() + ".url") ? "url" : "urls");
            add(key, "plain http to %s %s; expected https".formatted(url.getHost(), consequence));
        }
    }

    private static Stream<String> credential(AuthSettings auth) {
        return Stream.concat(Stream.ofNullable(auth.field()), Stream.ofNullable(auth.queryName()));
    }

    private static boolean isSecret(String field) {
        return SecretNames.isSecret(field) || field.equalsIgnoreCase("Cookie");
    }

    private static boolean isPlain(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith("http:");
    }

    private static String hostOf(String origin) {
        String host = origin.substring(origin.indexOf("://") + 3);
        int port = host.indexOf(':', host.indexOf(']') + 1);
        return port < 0 ? host : host.substring(0, port);
    }

    /** No name is looked up. */
    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith(LOOPBACK) || host.equals("::1") || host.equals("[::1]");
    }

    private boolean isGiven(String key) {
        return configuration.given().containsKey(key);
    }

    private void add(String key, String text) {
        Map<String, String> given = configuration.given();
        findings.add(given.getOrDefault(key, file + ": " + key) + ": " + text);
    }
}
