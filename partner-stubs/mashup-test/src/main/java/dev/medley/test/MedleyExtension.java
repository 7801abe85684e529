package dev.medley.test;

import dev.medley.config.ServerSettings;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.MedleyServer;
import dev.medley.server.recording.Recording;
import dev.medley.servlet.MashupServlet;
import dev.medley.stubs.PartnerStubs;
import jakarta.servlet.Filter;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A server with mashups under test, and a {@link PartnerStubs} for each of its partners, on free ports of the loopback
 * address.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final MedleyExtension MEDLEY = MedleyExtension.of(new CityServlet(), "weather", "news");
 *
 * @Test
 * void aCityWithoutNewsIsAnswered() {
 *     MEDLEY.stubs("news").answer("GET", "/news", 503, "");
 *     HttpResponse<String> reply = MEDLEY.get("/city?name=Rome");
 *     assertEquals(200, reply.statusCode());
 * }
 * }</pre>
 *
 * <p>Declared mashups are those of a configuration file, whose partners are replaced by stubs of the same names:
 *
 * <pre>{@code
 * @RegisterExtension
 * static final MedleyExtension MEDLEY = MedleyExtension.config("medley.yaml");
 * }</pre>
 *
 * <p>In a static field it starts once for the class and its nested classes; in another field, for each test. Before each
 * test the stubs return to the answers of the builder and forget the requests that they recorded. Parameters of tests and
 * of their lifecycle methods can be of type {@link MedleyServer}, {@link URI} (that of the server), {@code MedleyExtension}
 * and, with {@link Partner}, {@link PartnerStubs}; so can fields, of the last type only.
 *
 * <p>Its methods may be called by any thread, but tests that share it must not run in parallel, because they share answers
 * and records.
 */
public final class MedleyExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {

    private final Plan plan;
    private volatile @Nullable RunningMedley running;
    private volatile String owner = "";

    private MedleyExtension(Plan plan) {
        this.plan = plan;
    }

    /**
     * Returns an extension with one mashup and these partners, all settings being the defaults.
     *
     * @throws IllegalArgumentException if a name is not one of a partner, or given twice
     */
    public static MedleyExtension of(MashupServlet mashup, String... partners) {
        return builder().partners(partners).mashup(mashup).build();
    }

    /**
     * Returns an extension with the mashups that a configuration file declares. All keys of the file count, but for those about
     * the place of the server and of its partners: addresses, ports, TLS, administration and the access log. Environment
     * variables do not. The file is read at the start, which fails with all problems of the file.
     *
     * @param file the file, seen from the working directory, which in a build is the folder of the module
     */
    public static MedleyExtension config(String file) {
        return builder().config(file).build();
    }

    /** Returns a new builder. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the server.
     *
     * @throws IllegalStateException if it is not running
     */
    public MedleyServer server() {
        return running().server();
    }

    /**
     * Returns the URI of the mashups.
     *
     * @throws IllegalStateException if the server is not running
     */
    public URI uri() {
        return server().uri();
    }

    /**
     * Returns the stubs of a partner.
     *
     * @throws IllegalArgumentException if the builder has no partner of that name
     * @throws IllegalStateException if the server is not running
     */
    public PartnerStubs stubs(String partner) {
        return running().stubs(partner);
    }

    /**
     * Sends a GET to the server, and waits for its reply for 30 seconds at most.
     *
     * @param path from the slash on, percent-encoded, with its query
     * @return the reply, whatever its status
     * @throws java.io.UncheckedIOException if there is none
     */
    public HttpResponse<String> get(String path) {
        return send(request(path));
    }

    /**
     * Returns the builder of a request to the server, a GET so far.
     *
     * @param path from the slash on, percent-encoded, with its query
     */
    public HttpRequest.Builder request(String path) {
        return TestClient.request(uri(), path);
    }

    /**
     * Sends a request, and waits for its reply for 30 seconds at most, unless the request has a time-out of its own.
     *
     * @return the reply, whatever its status
     * @throws java.io.UncheckedIOException if there is none
     */
    public HttpResponse<String> send(HttpRequest.Builder request) {
        return running().client().send(request.build());
    }

    /**
     * Sends a GET to the server, and returns what each of its exchanges got, and the order in which they ended. While it is
     * recorded they end one at a time, so that the order is that in which the mashup was told of their ends.
     *
     * @param path from the slash on, percent-encoded, with its query
     * @return the recording, to be replayed or {@linkplain Recording#write written}
     * @throws java.io.UncheckedIOException if there is no reply
     */
    public Recording record(String path) {
        return running().record(path);
    }

    /**
     * Sends the request of a recording while the stubs answer as recorded, in place of their own answers, and in the recorded order:
     * no answer is sent before all that the end of the exchange before it has caused is done, on the thread of that end. So a race
     * in a mashup has the recorded winner. Exchanges that were cancelled get no answer, because the mashup cancels them again.
     *
     * @return the reply, whatever its status
     * @throws AssertionError if an exchange did not come, came in addition or ended in another way or order than recorded; each is
     *     a line of the message
     * @throws IllegalArgumentException if the recording has a partner that the builder has not, or a streamed response
     * @throws java.io.UncheckedIOException if there is no reply
     */
    public HttpResponse<String> replay(Recording recording) {
        return running().replay(recording);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        begin(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        begin(context);
        running().reset();
        PartnerFields.inject(context, this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        end(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        end(context);
    }

    private synchronized void begin(ExtensionContext context) {
        if (running == null) {
            running = RunningMedley.start(plan);
            owner = context.getUniqueId();
        }
    }

    /** Closes what the context has begun: the class, not one nested in it, or the test. */
    private synchronized void end(ExtensionContext context) {
        if (owner.equals(context.getUniqueId()) && running != null) {
            running().close();
            running = null;
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return Injected.supports(parameter);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return Injected.resolve(parameter, this);
    }

    private RunningMedley running() {
        RunningMedley now = running;
        if (now == null) {
            throw new IllegalStateException("Medley is not running: it starts before the tests, if the field of"
                    + " MedleyExtension has the annotation @RegisterExtension");
        }
        return now;
    }

    /** The choices for {@link MedleyExtension}. Not thread-safe. */
    public static final class Builder {

        private final Map<String, Plan.PartnerPlan> partners = new LinkedHashMap<>();
        private final List<Consumer<MedleyServer.Builder>> server = new ArrayList<>();
        private @Nullable Path file;
        private boolean hasSettings;

        private Builder() {}

        /**
         * Adds partners with the default settings.
         *
         * @throws IllegalArgumentException if a name is not one of a partner, or given twice
         */
        public Builder partners(String... names) {
            for (String name : names) {
                partner(name, settings -> {});
            }
            return this;
        }

        /**
         * Adds a partner.
         *
         * @param settings changes the settings of the partner, such as its time-out
         * @throws IllegalArgumentException if the name is not one of a partner, or given twice
         */
        public Builder partner(String name, Consumer<PartnerSettings.Builder> settings) {
            return partner(name, settings, stubs -> {});
        }

        /**
         * Adds a partner.
         *
         * @param settings changes the settings of the partner, such as its time-out
         * @param stubs changes the stubs; has the answers that each test begins with
         * @throws IllegalArgumentException if the name is not one of a partner, or given twice
         */
        public Builder partner(
                String name, Consumer<PartnerSettings.Builder> settings, Consumer<PartnerStubs.Builder> stubs) {
            PartnerSettings.of(name, "http://127.0.0.1").build();
            if (partners.putIfAbsent(name, new Plan.PartnerPlan(name, settings, stubs)) != null) {
                throw new IllegalArgumentException("the partner %s is given twice".formatted(name));
            }
            return this;
        }

        /**
         * Takes the server, its partners, its declared mashups and the settings of mashups from a configuration file, as
         * {@link MedleyExtension#config} does. Mashups, scripts and filters may be added; nothing that the file has may be.
         */
        public Builder config(String file) {
            this.file = Path.of(file);
            return this;
        }

        /** Adds a mashup, at the paths of its {@code @WebServlet}. */
        public Builder mashup(MashupServlet mashup) {
            Objects.requireNonNull(mashup, "mashup");
            return server(builder -> builder.mashup(mashup));
        }

        /**
         * Adds the scripts of a folder, which is read at each start; see {@link MedleyServer.Builder#scripts}. The module {@code
         * mashup-js} has to be on the class path of the tests.
         *
         * @param folder seen from the working directory, which in a build is the folder of the module
         */
        public Builder scripts(Path folder) {
            Objects.requireNonNull(folder, "folder");
            return server(builder -> builder.scripts(folder));
        }

        /** Adds a filter, at these paths or at the paths of its {@code @WebFilter}. */
        public Builder filter(Filter filter, String... paths) {
            return server(builder -> builder.filter(filter, paths));
        }

        /** Sets a setting of the mashups, as {@code settings.KEY} of the configuration does. */
        public Builder setting(String key, String value) {
            hasSettings = true;
            return server(builder -> builder.setting(key, value));
        }

        /** Changes settings of the server, such as its deadline. */
        public Builder settings(Consumer<ServerSettings.Builder> change) {
            hasSettings = true;
            return server(builder -> builder.settings(change));
        }

        /**
         * Changes anything else of the server. Called at each start, before the partners are added. With a {@linkplain #config file}
         * its mashups, filters and observers count, and its settings do not.
         */
        public Builder server(Consumer<MedleyServer.Builder> change) {
            server.add(change);
            return this;
        }

        /**
         * Returns the extension, to be in a field with {@code @RegisterExtension}.
         *
         * @throws IllegalStateException if there is a file, and also partners or settings
         */
        public MedleyExtension build() {
            return new MedleyExtension(plan());
        }

        Plan plan() {
            if (file != null && (hasSettings || !partners.isEmpty())) {
                throw new IllegalStateException(
                        "%s defines the server, its partners and its mashups' settings; expected no others beside config"
                                .formatted(file));
            }
            return new Plan(file, List.copyOf(partners.values()), List.copyOf(server));
        }
    }
}
