package dev.medley.partner;

import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParser;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The keys of endpoints that a partner has; those of breaker, ejection and health check are in groups of their own. */
record EndpointKeys(
        Setting<AddressUse> addresses,
        Setting<Duration> refresh,
        Setting<String> zone,
        Setting<Integer> panicThreshold,
        Setting<List<Integer>> faultStatuses,
        BreakerKeys breaker,
        EjectionKeys ejection,
        HealthCheckKeys healthCheck) {

    static final ValueParser<Integer> PERCENT = ValueParsers.wholeNumber(0, 100, "percent");

    private static final int FIRST_STATUS = 100;
    private static final int LAST_STATUS = 599;

    /** Declares them in groups of {@code partner}. */
    static EndpointKeys in(Group partner) {
        EndpointSettings defaults = EndpointSettings.DEFAULT;
        Group group = partner.group("endpoints", "Endpoints: the addresses of the partner, and the choice among them");
        return new EndpointKeys(
                group.key(
                        "addresses",
                        ValueParsers.choice("a use of addresses", AddressUse.class, AddressUse::configured, Map.of()),
                        defaults.addresses(),
                        "Use of the addresses of a name: `in-turn` for one endpoint, whose connects try the addresses"
                                + " one after another; `all` for one endpoint for each address"),
                group.key(
                        "refresh",
                        ValueParsers.duration(),
                        defaults.refresh(),
                        "Time after which names are looked up again, with `addresses: all`; the JVM itself caches an"
                                + " answer for 30s. If a look-up fails, the endpoints stay"),
                group.optional(
                        "zone",
                        ValueParsers.name("the name of a zone"),
                        "none is preferred",
                        "zone-a",
                        "Zone whose endpoints are preferred as long as one of them admits exchanges"),
                group.key(
                        "panic-threshold",
                        PERCENT,
                        defaults.panicThreshold(),
                        "Endpoints that must be neither ejected nor unhealthy; with fewer, all are used"),
                group.optional(
                        "fault-statuses",
                        ValueParsers.list(ValueParsers.wholeNumber(FIRST_STATUS, LAST_STATUS, "status")),
                        "500, 502, 503, 504",
                        "[500, 502, 503, 504]",
                        "Statuses of responses that count as faults of the endpoint for breaker and ejection, as do"
                                + " broken connections and time-outs"),
                BreakerKeys.in(partner),
                EjectionKeys.in(partner),
                HealthCheckKeys.in(partner));
    }

    /** The values in one. */
    EndpointSettings settings(Settings values) {
        @Nullable List<Integer> statuses = values.find(faultStatuses);
        @Nullable String preferred = values.find(zone);
        return new EndpointSettings(
                values.get(addresses),
                values.get(refresh),
                preferred == null ? "" : preferred,
                values.get(panicThreshold),
                statuses == null ? EndpointSettings.DEFAULT.faultStatuses() : Set.copyOf(statuses),
                breaker.settings(values),
                ejection.settings(values),
                healthCheck.settings(values));
    }

    void set(Settings.Builder values, EndpointSettings settings) {
        values.set(addresses, settings.addresses());
        values.set(refresh, settings.refresh());
        if (!settings.zone().isEmpty()) {
            values.set(zone, settings.zone());
        }
        values.set(panicThreshold, settings.panicThreshold());
        values.set(faultStatuses, List.copyOf(new TreeSet<>(settings.faultStatuses())));
        breaker.set(values, settings.breaker());
        ejection.set(values, settings.ejection());
        healthCheck.set(values, settings.healthCheck());
    }

    /** Reports values that are valid each by itself, but not together. */
    void check(Settings values, List<EndpointUrl> urls, BiConsumer<Setting<?>, String> problems) {
        boolean all = values.get(addresses) == AddressUse.ALL;
        if (all && urls.stream().allMatch(each -> each.address().literal())) {
            problems.accept(addresses, "has no effect on an address; expected a url with a name");
        }
        if (!all && values.isGiven(refresh)) {
            problems.accept(refresh, "has no effect; expected " + addresses.path() + ": all");
        }
        String preferred = values.find(zone);
        if (preferred != null && urls.stream().noneMatch(each -> each.zone().equals(preferred))) {
            problems.accept(zone, "'%s' is not the zone of any endpoint; expected one of urls".formatted(preferred));
        }
        breaker.check(values, problems);
        healthCheck.check(values, problems);
    }
}
