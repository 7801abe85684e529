package dev.medley.server.internal.lifecycle;

import dev.medley.config.ConfigurationException;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.MashupOptions;
import dev.medley.config.internal.SettingValues;
import dev.medley.config.internal.caller.CallerSettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.inbound.InboundWatch;
import dev.medley.server.internal.mashups.MappedFilter;
import dev.medley.server.internal.mashups.MashupSource;
import dev.medley.server.internal.mashups.OpenMashups;
import dev.medley.server.internal.mashups.TakenMappings;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.servlet.MashupServlet;
import dev.medley.thread.internal.Clock;
import jakarta.servlet.Filter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Builds a server, for users' programs and for the commands. Not thread-safe. */
public final class ServerBuilder {

    private final List<Consumer<ServerSettings.Builder>> settings = new ArrayList<>();
    private final Map<String, PartnerSettings> partners = new LinkedHashMap<>();
    private final Map<String, String> mashupSettings = new LinkedHashMap<>();
    private final TakenMappings taken = new TakenMappings();
    private final List<MashupServlet> mashups = new ArrayList<>();
    private final List<MappedFilter> filters = new ArrayList<>();
    private @Nullable Path scripts;
    private @Nullable MashupSource source;
    private @Nullable ConfigurationFile file;
    private @Nullable Configuration configuration;
    private boolean complete;
    private @Nullable Clock drainClock;
    private boolean isProcess;
    private boolean onDemand;
    private Duration watchPeriod = InboundWatch.PERIOD;

    /** Creates a builder of a server on the loopback address, without partners and mashups. */
    public ServerBuilder() {}

    /** Returns the builder behind a user's builder. */
    public static ServerBuilder of(BuilderOfUser user) {
        return user.builder();
    }

    /** Adds a change of the settings of the server. */
    public ServerBuilder settings(Consumer<ServerSettings.Builder> change) {
        settings.add(change);
        return this;
    }

    /** Sets the port of the mashups. */
    public ServerBuilder port(int number) {
        return settings(changed -> changed.port(number));
    }

    /** Adds a partner at {@code url}, with the default settings. */
    public ServerBuilder partner(String name, String url) {
        return partner(PartnerSettings.of(name, url).build());
    }

    /**
     * Adds a partner.
     *
     * @throws IllegalArgumentException if there is one of that name
     */
    public ServerBuilder partner(PartnerSettings partner) {
        if (partners.putIfAbsent(partner.name(), partner) != null) {
            throw new IllegalArgumentException("the partner %s is given twice".formatted(partner.name()));
        }
        return this;
    }

    /**
     * Adds a mashup, at the paths of its {@code @WebServlet}.
     *
     * @throws IllegalArgumentException if it has none, or a path or its name is taken; the message names both classes
     */
    public ServerBuilder mashup(MashupServlet mashup) {
        taken.take(mashup);
        mashups.add(mashup);
        return this;
    }

    /**
     * Adds a filter, which requests pass after those that were added before.
     *
     * @param paths the URL patterns; none for the patterns of its {@code @WebFilter}
     * @throws IllegalArgumentException if there is neither, or a path is invalid; the message names the class
     */
    public ServerBuilder filter(Filter filter, String... paths) {
        filters.add(MappedFilter.of(filter, List.of(paths)));
        return this;
    }

    /**
     * Takes the scripts of a folder, which {@link #start} reads.
     *
     * @throws IllegalStateException if there is a folder already
     */
    public ServerBuilder scripts(Path folder) {
        if (scripts != null) {
            throw new IllegalStateException(
                    "the builder has the scripts of %s already; expected one folder".formatted(scripts));
        }
        scripts = folder;
        return this;
    }

    /** Sets a custom setting of the mashups. */
    public ServerBuilder setting(String key, String value) {
        mashupSettings.put(key, value);
        return this;
    }

    /** Takes the mashups, filters and scripts from {@code from}, in place of this builder's own. */
    public ServerBuilder mashups(MashupSource from) {
        source = from;
        return this;
    }

    /** Takes the configuration from a file, with what this builder has in addition; a reload reads it again. */
    public ServerBuilder configuration(Path path) {
        checkNoConfiguration();
        file = new ConfigurationFile(path, variables(), Map.of(), this::added);
        return this;
    }

    /** Takes the configuration from {@code yaml}, with what this builder has in addition. */
    public ServerBuilder configuration(String name, String yaml) {
        checkNoConfiguration();
        configuration = ServerConfiguration.READER.parse(name, yaml, variables(), Map.of());
        return this;
    }

    /** The variables for references; those that would override keys are for servers that no program builds. */
    private static Map<String, String> variables() {
        return System.getenv().entrySet().stream()
                .filter(each -> !each.getKey().startsWith("MEDLEY_"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private void checkNoConfiguration() {
        if (file != null || configuration != null) {
            throw new IllegalStateException("the builder has a configuration already");
        }
    }

    /** Takes {@code whole}, in place of all settings and partners that this builder has. */
    public ServerBuilder configuration(Configuration whole) {
        configuration = whole;
        complete = true;
        return this;
    }

    /** As {@link #configuration(Configuration)}, which was read from {@code from}; a reload reads it again. */
    public ServerBuilder configuration(Configuration whole, ConfigurationFile from) {
        file = from;
        return configuration(whole);
    }

    /** Sets the clock of the delay before the drain; the broker's by default. */
    public ServerBuilder drainClock(Clock clock) {
        drainClock = clock;
        return this;
    }

    /** Sets the time between two looks at the connections of clients. */
    public ServerBuilder watchPeriod(Duration period) {
        watchPeriod = period;
        return this;
    }

    /** Mashups with a schedule run when they are read, and at no other time: for runs of single requests. */
    public ServerBuilder onDemand() {
        onDemand = true;
        return this;
    }

    /** The process is the server's: code of mashups finds its telemetry as the process's. */
    public ServerBuilder process() {
        isProcess = true;
        return this;
    }

    /** Starts the server with {@code whole}, in place of all settings and partners that this builder has. */
    public RunningServer start(Configuration whole) throws IOException {
        return configuration(whole).start();
    }

    /**
     * Starts the server.
     *
     * @throws IOException if a port is taken or a file of TLS cannot be used, with its key in the message, or the server
     *     cannot start
     * @throws IllegalArgumentException if a setting is not allowed
     * @throws ConfigurationException if a setting of the mashups is wrong, or none reads it
     */
    public RunningServer start() throws IOException {
        Configuration first = read();
        MashupSource from = source();
        // Before the opening: what changes in between is noticed by the next look.
        String look = from.look();
        OpenMashups opened = from.open(first);
        try {
            return created(first, from, file, opened, look).start();
        } catch (IOException | RuntimeException | Error x) {
            opened.close();
            throw x;
        }
    }

    /**
     * Checks that a server starts: opens and initializes its mashups and filters, and destroys them. Listens on no port.
     *
     * @throws ConfigurationException with what is wrong with them, or with their settings
     * @throws IOException if a file of TLS cannot be used
     */
    public void check() throws IOException {
        Configuration first = read();
        MashupSource from = source();
        OpenMashups opened = from.open(first);
        try {
            created(first, from, null, opened, "").tryMashups();
        } catch (IOException | RuntimeException | Error x) {
            opened.close();
            throw x;
        }
    }

    private RunningServer created(
            Configuration first,
            MashupSource from,
            @Nullable ConfigurationFile reloaded,
            OpenMashups opened,
            String look)
            throws IOException {
        Telemetry telemetry = Telemetry.open(first.server(), isProcess);
        try {
            return new RunningServer(
                    new ServerStart(first, from, reloaded, drainClock, watchPeriod, onDemand, telemetry), opened, look);
        } catch (IOException | RuntimeException | Error x) {
            telemetry.close();
            throw x;
        }
    }

    private Configuration read() {
        if (configuration != null) {
            return complete ? configuration : added(configuration);
        }
        return file == null ? own() : file.read();
    }

    private MashupSource source() {
        if (source != null) {
            return source;
        }
        // Without mashups of the program a reload can replace the declared ones, and scripts.
        boolean none = mashups.isEmpty() && filters.isEmpty();
        return file != null && !complete && none
                ? MashupSource.declared(scripts)
                : MashupSource.fixed(mashups, filters, scripts);
    }

    /** Returns what this builder has, without a file. */
    private Configuration own() {
        ServerSettings.Builder server = ServerSettings.builder()
                .host("127.0.0.1")
                .admin(admin -> admin.port(0))
                .accessLog(false);
        return new Configuration(
                changed(server),
                List.copyOf(partners.values()),
                Map.of(),
                Set.of(),
                CallerSettings.NONE,
                List.of(),
                MashupOptions.NONE,
                List.of(),
                SettingValues.of(mashupSettings),
                List.of());
    }

    private ServerSettings changed(ServerSettings.Builder server) {
        settings.forEach(change -> change.accept(server));
        return server.build();
    }

    /** Returns {@code read} with what this builder has in addition. */
    private Configuration added(Configuration read) {
        List<PartnerSettings> all = new ArrayList<>(read.partners());
        List<String> problems = new ArrayList<>();
        for (PartnerSettings each : read.partners()) {
            if (partners.containsKey(each.name())) {
                String key = "partners." + each.name();
                problems.add(read.given().getOrDefault(key, key)
                        + ": the program has a partner of that name, too; expected it in one place");
            }
        }
        SettingValues own = SettingValues.of(mashupSettings);
        own.alsoIn(read.settings())
                .forEach(key -> problems.add(key + ": the program sets it, too; expected it in one place"));
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        all.addAll(partners.values());
        return new Configuration(
                changed(read.server().toBuilder()),
                all,
                read.given(),
                read.files(),
                read.callers(),
                read.quotas(),
                read.mashups(),
                read.declarations(),
                read.settings().with(own),
                read.topics());
    }
}
