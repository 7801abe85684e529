package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.AdmissionSettings;
import dev.medley.config.ExecutionMode;
import dev.medley.config.ServerSettings;
import dev.medley.config.internal.MashupOptions;
import dev.medley.config.internal.SettingValues;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.exchange.internal.DefaultBrokerBuilder;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Partner;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.internal.ConfigSnapshot;
import dev.medley.servlet.internal.MashupRouter;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.RuntimeOptions;
import dev.medley.servlet.internal.admission.Bulkhead;
import dev.medley.servlet.internal.admission.InboundAdmission;
import dev.medley.servlet.internal.inbound.RequestSummary;
import dev.medley.servlet.internal.quota.Quotas;
import dev.medley.servlet.internal.reply.ReplyCompression;
import dev.medley.servlet.internal.reply.ReplyFields;
import dev.medley.servlet.internal.reply.ReplyForm;
import dev.medley.stubs.tls.IssuedCertificate;
import dev.medley.thread.internal.BrokerPool;
import dev.medley.thread.internal.ManualClock;
import dev.medley.thread.internal.Soon;
import dev.medley.thread.internal.ledger.RequestPhases;
import dev.medley.thread.internal.ledger.Totals;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServlet;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One mashup, or a router, on a real server, and the broker that it shares a pool with. When it is closed it checks that every request
 * has been accounted for, and that no permit, no place in a queue and no byte of a body is left.
 */
final class MashupRig implements AutoCloseable {

    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(50);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final BrokerPool pool;
    private final @Nullable ManualClock clock;
    private final DefaultBroker broker;
    private final MashupRuntime runtime;
    private final WebContainer container;
    private final List<RequestSummary> replied = new CopyOnWriteArrayList<>();

    private MashupRig(Builder builder, HttpServlet servlet) throws Exception {
        pool = new BrokerPool(builder.threads, builder.virtualRequests);
        clock = builder.manualTime ? new ManualClock(pool) : null;
        DefaultBrokerBuilder brokerBuilder = DefaultBroker.builder().pool(pool).partners(builder.partners);
        if (builder.maxHeldBytes > 0) {
            brokerBuilder.maxHeldBytes(builder.maxHeldBytes);
        }
        broker = (clock == null ? brokerBuilder : brokerBuilder.clock(clock)).build();
        runtime = new MashupRuntime(
                new ConfigSnapshot(
                        broker,
                        builder.deadline,
                        builder.maxRequestBody,
                        ReplyFields.DEFAULT,
                        builder.form,
                        null,
                        Quotas.NONE),
                builder.mode,
                builder.maxWaiting,
                builder.options());
        runtime.onReplied(replied::add);
        container =
                builder.container.with(pool, runtime, servlet, builder.asyncSupported, builder.filters, builder.tls);
        pool.start();
        broker.start();
        container.start();
    }

    /** Begins a rig in which mashups run in {@code mode}. */
    static Builder in(ExecutionMode mode) {
        return new Builder(mode);
    }

    URI uri(String target) {
        return URI.create("http://127.0.0.1:" + port() + target);
    }

    int port() {
        return container.port();
    }

    DefaultBroker broker() {
        return broker;
    }

    InboundAdmission admission() {
        return runtime.admission();
    }

    List<Bulkhead> bulkheads() {
        return runtime.mashups().bulkheads();
    }

    /** The clock, of a rig that has a manual one. */
    ManualClock clock() {
        if (clock == null) {
            throw new IllegalStateException("this rig has no manual clock");
        }
        return clock;
    }

    /** The requests that have been answered. */
    List<RequestSummary> replied() {
        return replied;
    }

    /** The only request so far, once it has been answered. */
    RequestSummary onlyReplied() {
        Soon.asserted(() -> assertThat(replied).hasSize(1));
        return replied.get(0);
    }

    /**
     * Waits until no thread is at work. A container does not report that a client has left while a thread is still on its
     * way out of the request that it has suspended.
     */
    void awaitSuspended() {
        Soon.until("all threads idle", () -> pool.use().utilized() == 0);
    }

    /** Stops the application; the container runs on. */
    void undeploy() throws Exception {
        container.undeploy();
    }

    HttpResponse<String> get(String target) throws Exception {
        return CLIENT.send(request(target).build(), BodyHandlers.ofString());
    }

    CompletableFuture<HttpResponse<String>> begin(String target) {
        return begin(request(target));
    }

    CompletableFuture<HttpResponse<String>> begin(HttpRequest.Builder request) {
        return CLIENT.sendAsync(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<byte[]> getBytes(String target) throws Exception {
        return CLIENT.send(request(target).build(), BodyHandlers.ofByteArray());
    }

    HttpResponse<byte[]> sendForBytes(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(uri(target)).timeout(ANSWERED_WITHIN).version(HttpClient.Version.HTTP_1_1);
    }

    @Override
    public void close() {
        try {
            Soon.asserted(this::assertNothingLeft);
        } finally {
            container.close();
            broker.close();
            pool.close();
        }
    }

    /** The phases of a request that a mashup has answered. */
    static RequestPhases phases(RequestSummary answered) {
        return Objects.requireNonNull(answered.phases(), "phases");
    }

    private void assertNothingLeft() {
        Totals totals = broker.ledger().totals();
        assertThat(totals.ended()).as("requests ended").isEqualTo(totals.started());
        assertThat(replied).as("requests reported").hasSize((int) totals.started());
        assertThat(replied)
                .as("the phases of a request are its whole time")
                .allSatisfy(each -> assertThat(phases(each).totalNanos()).isEqualTo(each.serviceNanos()));
        assertThat(broker.heldBodyBytes()).as("bytes of bodies").isZero();
        assertThat(admission().used()).as("admitted requests").isZero();
        assertThat(admission().queued()).as("requests that wait for admission").isZero();
        assertThat(bulkheads()).allMatch(bulkhead -> bulkhead.used() == 0);
        for (Partner partner : broker.partners()) {
            assertThat(partner.permitsUsed()).as("permits of %s", partner).isZero();
            assertThat(partner.queued()).as("queue of %s", partner).isZero();
        }
    }

    /** The choices. */
    static final class Builder {

        private final ExecutionMode mode;
        private final List<PartnerSettings> partners = new CopyOnWriteArrayList<>();
        private final List<Filter> filters = new ArrayList<>();
        private WebContainer.Kind container = WebContainer.Kind.JETTY;
        private @Nullable IssuedCertificate tls;
        private int threads = 16;
        /** Of real time unless it is manual, and then longer than a slow machine takes for anything. */
        private Duration deadline = Duration.ofMinutes(10);

        private int maxRequestBody = 64 * 1024;
        private ReplyForm form = ReplyForm.DEFAULT;
        /** The broker's own unless it is set. */
        private int maxHeldBytes;

        private int maxWaiting = 1000;
        private Consumer<AdmissionSettings.Builder> admission = unlimited -> {};
        private MashupOptions mashups = MashupOptions.NONE;
        private boolean virtualRequests;
        private boolean manualTime;
        private boolean asyncSupported = true;

        private Builder(ExecutionMode mode) {
            this.mode = mode;
        }

        Builder partner(String name, Object url) {
            return partner(PartnerSettings.of(name, url.toString()).build());
        }

        Builder partner(PartnerSettings partner) {
            partners.add(partner);
            return this;
        }

        /** Jetty unless set. */
        Builder container(WebContainer.Kind kind) {
            container = kind;
            return this;
        }

        /** Serves over TLS with {@code certificate}. Jetty only. */
        Builder tls(IssuedCertificate certificate) {
            tls = certificate;
            return this;
        }

        /** A filter before the mashup. */
        Builder filter(Filter filter) {
            filters.add(filter);
            return this;
        }

        Builder threads(int bound) {
            threads = bound;
            return this;
        }

        Builder deadline(Duration whole) {
            deadline = whole;
            return this;
        }

        /** Compresses replies by {@code rules}. */
        Builder compression(ReplyCompression rules) {
            form = new ReplyForm(rules);
            return this;
        }

        Builder maxRequestBody(int bytes) {
            maxRequestBody = bytes;
            return this;
        }

        Builder maxHeldBytes(int bytes) {
            maxHeldBytes = bytes;
            return this;
        }

        Builder maxWaiting(int requests) {
            maxWaiting = requests;
            return this;
        }

        Builder admission(Consumer<AdmissionSettings.Builder> settings) {
            admission = settings;
            return this;
        }

        /** Options of the mashup, by its path. */
        Builder mashups(Map<String, MashupOptions.Given> byPath) {
            mashups = new MashupOptions(byPath);
            return this;
        }

        private RuntimeOptions options() {
            return new RuntimeOptions(
                    ServerSettings.builder().admission(admission).build().admission(), mashups, SettingValues.NONE);
        }

        /** The container itself runs requests on virtual threads. */
        Builder virtualRequests() {
            virtualRequests = true;
            return this;
        }

        /** Time passes only when the test says so. */
        Builder manualTime() {
            manualTime = true;
            return this;
        }

        Builder withoutAsyncSupport() {
            asyncSupported = false;
            return this;
        }

        MashupRig serve(Function<Mashup, CompletionStage<Reply>> composer) throws Exception {
            return serve(new Composed(composer));
        }

        /** Serves {@code servlet} at the paths of its {@code @WebServlet}; without one, at all. */
        MashupRig serve(MashupServlet servlet) throws Exception {
            return new MashupRig(this, servlet);
        }

        /** Serves {@code router} at its mappings. */
        MashupRig serve(MashupRouter router) throws Exception {
            return new MashupRig(this, router);
        }
    }

    /** The mashup that a test gives. */
    @MashupMethods({"GET", "POST", "PUT", "PATCH", "DELETE"})
    private static final class Composed extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient Function<Mashup, CompletionStage<Reply>> composer;

        Composed(Function<Mashup, CompletionStage<Reply>> composer) {
            this.composer = composer;
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return composer.apply(mashup);
        }
    }
}
