package dev.medley.server.internal.trial;

import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.config.internal.quota.QuotaSettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsType;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/** Changes configurations for a server that runs for one request, or for tests, on this machine. */
public final class RunConfiguration {

    private static final String LOOPBACK = "127.0.0.1";

    /** Keys of the server about its place in a network, and those for servers that run long. */
    private static final Set<String> OF_PLACE =
            Set.of("port", "host", "access-log", "drain", "drain-delay", "reload-interval");

    private static final List<String> GROUPS_OF_PLACE = List.of("tls.", "admin.", "proxies.");

    /** Keys of a partner about the way to it. */
    private static final Set<String> OF_WAY = Set.of(
            "url",
            "urls",
            "protocol",
            "allowed-addresses",
            "endpoints.addresses",
            "endpoints.refresh",
            "endpoints.srv",
            "endpoints.zone");

    private static final List<String> GROUPS_OF_WAY = List.of("auth.", "tls.", "health-check.");

    /** Of what happens to some exchanges and not to others: a run is to be repeated, and nothing is to be sent beside it. */
    private static final List<String> GROUPS_OF_CHANCE = List.of("canary.", "mirror.");

    private RunConfiguration() {}

    /**
     * Returns {@code given} with a server on free ports of the loopback address, without TLS and access log, and with partners without
     * canaries and mirrors.
     */
    public static Configuration local(Configuration given) {
        List<PartnerSettings> partners =
                given.partners().stream().map(RunConfiguration::alone).toList();
        return with(given, local(given.server()), partners, given.callers(), given.quotas());
    }

    /**
     * Returns {@code given} with other addresses of its partners, in the clear, and without health checks and credentials; anybody
     * may call its mashups, as often as he likes, since no stub has the keys of issuers.
     */
    public static Configuration stubbed(Configuration given, Map<String, URI> stubs) {
        List<PartnerSettings> partners = given.partners().stream()
                .map(partner -> at(Objects.requireNonNull(stubs.get(partner.name())), partner))
                .toList();
        return with(given, given.server(), partners, CallerSettings.NONE, List.of());
    }

    /** Returns {@code given} for a server that only starts: as {@link #local}, with partners that need no file and no name. */
    public static Configuration alone(Configuration given) {
        Map<String, URI> nowhere = new HashMap<>();
        given.partners().forEach(partner -> nowhere.put(partner.name(), URI.create("http://" + LOOPBACK)));
        return stubbed(local(given), nowhere);
    }

    private static Configuration with(
            Configuration given,
            ServerSettings server,
            List<PartnerSettings> partners,
            CallerSettings callers,
            List<QuotaSettings> quotas) {
        return new Configuration(
                server,
                partners,
                given.given(),
                given.files(),
                callers,
                quotas,
                given.mashups(),
                given.declarations(),
                given.settings(),
                given.topics());
    }

    private static ServerSettings local(ServerSettings given) {
        ServerSettings local = ServerSettings.builder()
                .host(LOOPBACK)
                .port(0)
                .admin(admin -> admin.host(LOOPBACK).port(0))
                .accessLog(false)
                .drain(Duration.ZERO)
                .build();
        Map<String, Object> values = new HashMap<>(SettingsType.values(local).values());
        SettingsType.values(given).values().forEach((path, value) -> {
            if (!OF_PLACE.contains(path) && GROUPS_OF_PLACE.stream().noneMatch(path::startsWith)) {
                values.put(path, value);
            }
        });
        return SettingsType.of(ServerSettings.builder()).checked(new Settings(values));
    }

    private static PartnerSettings alone(PartnerSettings given) {
        return with(PartnerSettings.of(given.name(), given.url().toString()), given, setting -> true);
    }

    private static PartnerSettings at(URI stub, PartnerSettings given) {
        return with(
                PartnerSettings.of(given.name(), stub.toString()),
                given,
                setting -> !OF_WAY.contains(setting.path())
                        && GROUPS_OF_WAY.stream().noneMatch(setting.path()::startsWith));
    }

    /** Returns {@code plain} with those of the values of {@code given} that {@code taken} accepts, and that are not of chance. */
    private static PartnerSettings with(
            PartnerSettings.Builder plain, PartnerSettings given, Predicate<Setting<?>> taken) {
        given.headers().forEach(field -> plain.header(field.name(), field.value()));
        SettingsType<PartnerSettings> type = SettingsType.of(plain);
        Settings values = SettingsType.values(plain.build())
                .with(
                        SettingsType.values(given),
                        type.keys(),
                        taken.and(setting -> GROUPS_OF_CHANCE.stream().noneMatch(setting.path()::startsWith)));
        return type.viewOf(values);
    }
}
