package dev.medley.partner;

import dev.medley.connection.internal.address.ServiceName;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.SettingsBuilder;
import dev.medley.setting.internal.SettingsType;
import dev.medley.setting.internal.SettingsView;
import dev.medley.setting.internal.ValueParsers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The section {@code endpoints} of a partner: its addresses, and the choice among them. Immutable. */
public final class EndpointSettings extends SettingsView {

    static final Group KEYS =
            Group.section("endpoints", "Endpoints: the addresses of the partner, and the choice among them");

    private static final int HALF = 50;
    private static final int FIRST_STATUS = 100;
    private static final int LAST_STATUS = 599;
    private static final Set<Integer> SERVER_FAULTS = Set.of(500, 502, 503, 504);

    private static final Setting<AddressUse> ADDRESSES = KEYS.key(
            "addresses",
            ValueParsers.choice("a use of addresses", AddressUse.class, AddressUse::configured, Map.of()),
            AddressUse.IN_TURN,
            "Use of the addresses of a name: `in-turn` for one endpoint, whose connects try the addresses"
                    + " one after another; `all` for one endpoint for each address");
    private static final Setting<Duration> REFRESH = KEYS.key(
            "refresh",
            ValueParsers.duration(),
            Duration.ofSeconds(30),
            "Time after which names are looked up again, with `addresses: all` or `srv`; the JVM itself caches an"
                    + " answer for 30s. If a look-up fails, the endpoints stay");
    private static final Setting<String> SRV = KEYS.optional(
            "srv",
            ValueParsers.text(ServiceName.TEXT, "a name of SRV records", ServiceName.EXPECTED, "name"),
            "the `url` says where the partner is",
            "_http._tcp.hotels.example",
            "Name of SRV records (RFC 2782) whose hosts and ports are the endpoints, with their priorities and weights, looked up"
                    + " again after `refresh`; the `url` has the scheme, the path, and the host that requests name."
                    + " `dns://HOST:PORT/NAME` names the server, too");
    private static final Setting<String> ZONE = KEYS.optional(
            "zone",
            ValueParsers.name("the name of a zone"),
            "none is preferred",
            "zone-a",
            "Zone whose endpoints are preferred as long as one of them admits exchanges");
    private static final Setting<Integer> PANIC_THRESHOLD = KEYS.key(
            "panic-threshold",
            ValueParsers.wholeNumber(0, 100, "percent"),
            HALF,
            "Endpoints that must be neither ejected nor unhealthy; with fewer, all are used");
    private static final Setting<List<Integer>> FAULT_STATUSES = KEYS.optional(
            "fault-statuses",
            ValueParsers.list(ValueParsers.wholeNumber(FIRST_STATUS, LAST_STATUS, "status")),
            "500, 502, 503, 504",
            "[500, 502, 503, 504]",
            "Statuses of responses that count as faults of the endpoint for breaker and ejection, as do"
                    + " broken connections and time-outs");
    private static final SettingsType<EndpointSettings> TYPE =
            new SettingsType<>("partner", KEYS, EndpointSettings::new);

    EndpointSettings(Settings values) {
        super(KEYS, values);
    }

    /** Begins settings in which everything has its default. */
    public static Builder builder() {
        return new Builder();
    }

    /** Reports values that are valid each by itself, but not together. */
    static void check(Settings values, List<EndpointUrl> urls, BiConsumer<Setting<?>, String> problems) {
        boolean all = values.get(ADDRESSES) == AddressUse.ALL;
        if (all && urls.stream().allMatch(each -> each.address().literal())) {
            problems.accept(ADDRESSES, "has no effect on an address; expected a url with a name");
        }
        boolean srv = values.isGiven(SRV);
        if (srv && (all || urls.size() > 1)) {
            problems.accept(SRV, "has all endpoints; expected one url, and no " + ADDRESSES.path() + ": all");
        }
        if (!all && !srv && values.isGiven(REFRESH)) {
            problems.accept(REFRESH, "has no effect; expected " + ADDRESSES.path() + ": all, or " + SRV.path());
        }
        @Nullable String preferred = values.find(ZONE);
        if (preferred != null && urls.stream().noneMatch(each -> each.zone().equals(preferred))) {
            problems.accept(ZONE, "'%s' is not the zone of any endpoint; expected one of urls".formatted(preferred));
        }
    }

    /** Returns {@code addresses}. */
    public AddressUse addresses() {
        return get(ADDRESSES);
    }

    /** Returns {@code refresh}. */
    public Duration refresh() {
        return get(REFRESH);
    }

    /** Returns {@code srv}; null if the URLs have the endpoints. */
    public @Nullable String srv() {
        return find(SRV);
    }

    /** Returns {@code zone}; empty for none. */
    public String zone() {
        return Objects.requireNonNullElse(find(ZONE), "");
    }

    /** Returns {@code panic-threshold}, in percent. */
    public int panicThreshold() {
        return get(PANIC_THRESHOLD);
    }

    /** Returns {@code fault-statuses}. */
    public Set<Integer> faultStatuses() {
        @Nullable List<Integer> statuses = find(FAULT_STATUSES);
        return statuses == null ? SERVER_FAULTS : Set.copyOf(statuses);
    }

    /** Collects the settings. A method sets the key of its name. */
    public static final class Builder extends SettingsBuilder<Builder, EndpointSettings> {

        private Builder() {
            super(TYPE);
        }

        /** Sets {@code addresses}. */
        public Builder addresses(AddressUse use) {
            return put(ADDRESSES, use);
        }

        /** Sets {@code refresh}. */
        public Builder refresh(Duration interval) {
            return put(REFRESH, interval);
        }

        /** Sets {@code srv}. */
        public Builder srv(String name) {
            return put(SRV, name);
        }

        /** Sets {@code zone}. */
        public Builder zone(String preferred) {
            return put(ZONE, preferred);
        }

        /** Sets {@code panic-threshold}. */
        public Builder panicThreshold(int percent) {
            return put(PANIC_THRESHOLD, percent);
        }

        /** Sets {@code fault-statuses}. */
        public Builder faultStatuses(Integer... statuses) {
            return put(FAULT_STATUSES, Stream.of(statuses).sorted().toList());
        }
    }
}
