package dev.medley.server.internal.lifecycle;

import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.config.internal.ConfigurationChange;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.partner.PartnerSettings;
import dev.medley.partner.internal.Connecting;
import dev.medley.partner.internal.Partner;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.mashups.Mashups;
import dev.medley.server.internal.reload.ConfigurationFile;
import dev.medley.server.internal.reload.Reloads;
import dev.medley.server.internal.tls.ConnectorsTls;
import dev.medley.server.internal.topic.TopicsHandler;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.access.AccessControl;
import dev.medley.tls.internal.FileFingerprint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration that a server runs with, and its change while the server runs. All that may fail is prepared first; what
 * brings a configuration into effect does not fail. Thread-safe.
 */
final class Reconfiguration {

    private final MashupRuntime runtime;
    private final ConnectorsTls tls;
    private final Mashups mashups;
    private volatile Configuration running;
    private volatile Consumer<Collection<Partner>> partnersListener = partners -> {};
    private volatile Consumer<Configuration> listener = configuration -> {};
    private boolean closed;

    /** Creates the configuration that a server starts with. */
    Reconfiguration(Configuration first, MashupRuntime runtime, ConnectorsTls tls, Mashups mashups) {
        running = first;
        this.runtime = runtime;
        this.tls = tls;
        this.mashups = mashups;
    }

    /** Sets what is called with the partners of each configuration that comes into effect. */
    void onPartnersChanged(Consumer<Collection<Partner>> listener) {
        partnersListener = listener;
    }

    /** Sets what is called with each configuration that comes into effect; must not fail. */
    void onChanged(Consumer<Configuration> changed) {
        listener = changed;
    }

    /** Returns the configuration that is in effect. */
    Configuration running() {
        return running;
    }

    /** Returns the reloads of {@code file}, where {@code look} was that at the files of mashups before they were opened. */
    Reloads reloads(ConfigurationFile file, String look) {
        return new Reloads(
                file, this::apply, running, read -> fingerprint(read, mashups.look()), fingerprint(running, look));
    }

    /** Returns a text that is another one after files have changed: those of mashups, of the configuration {@code read}, or those that its partners name. */
    private static String fingerprint(Configuration read, String look) {
        return FileFingerprint.of(Stream.concat(
                                read.files().stream(),
                                read.partners().stream().flatMap(partner -> Connecting.files(partner).stream()))
                        .toList())
                + look;
    }

    /**
     * Brings {@code read} into effect, as far as that is possible without a restart. Blocks while files are read.
     *
     * @throws ConfigurationException with all problems; then the old configuration remains in full
     * @throws IllegalStateException if it is closed
     */
    synchronized ConfigurationChange apply(Configuration read) {
        if (closed) {
            throw new IllegalStateException("the server is shutting down");
        }
        ConfigurationChange change = ConfigurationChange.between(running, read, mashups.isReplaceable());
        Configuration next = change.effective();
        DefaultBroker before = runtime.broker();
        AccessControl callers = runtime.access();
        Runnable connectors = tls.prepare(next.server());
        // Last, because it is what would have to be undone if another part failed.
        List<String> files = mashups.isReplaceable()
                ? mashups.changedFiles().stream().map(Path::toString).toList()
                : List.of();
        // Also where no mashup has changed: they need the partners that there are now, and their time-outs.
        DeclaredMashups declared = DeclaredMashups.of(next);
        boolean replaced = !files.isEmpty()
                || ConfigurationChange.mashupsDiffer(running, next)
                || (mashups.isReplaceable()
                        && (!mashups.declared().areServedAs(declared) || scriptsDiffer(running, next)));
        TopicsHandler.checkPaths(next, mashups.paths());
        Runnable requests = replaced ? mashups.prepare(next) : prepareWithTheSameMashups(next);
        connectors.run();
        requests.run();
        running = next;
        DefaultBroker after = runtime.broker();
        listener.accept(next);
        partnersListener.accept(after.partners());
        return withFiles(change, files, before, after, fileOfCallers(callers, runtime.access()));
    }

    /** Scripts have the names of partners, their bounds and the form of manifests from their opening on. */
    private boolean scriptsDiffer(Configuration before, Configuration next) {
        return mashups.hasScripts()
                && !(names(before).equals(names(next))
                        && before.server().scripts().equals(next.server().scripts())
                        && before.server().medleyManifest() == next.server().medleyManifest());
    }

    private static List<String> names(Configuration configuration) {
        return configuration.partners().stream().map(PartnerSettings::name).toList();
    }

    private Runnable prepareWithTheSameMashups(Configuration next) {
        mashups.checkPaths(next.mashups());
        return runtime.prepare(next);
    }

    /** Waits for a change that is under way, and refuses those that come later: nobody would end the partners of them. */
    synchronized void close() {
        closed = true;
    }

    private static @Nullable String fileOfCallers(@Nullable AccessControl before, @Nullable AccessControl after) {
        return before == null || after == null || !before.settings().equals(after.settings())
                ? null
                : after.changedFile(before);
    }

    /** Adds the files of mashups, that of callers, and the partners whose settings are the same, and whose files are not. */
    private static ConfigurationChange withFiles(
            ConfigurationChange change,
            List<String> ofMashups,
            DefaultBroker before,
            DefaultBroker after,
            @Nullable String ofCallers) {
        List<String> changed = new ArrayList<>(change.changed());
        changed.addAll(ofMashups);
        if (ofCallers != null) {
            changed.add(ofCallers);
        }
        for (Partner partner : after.partners()) {
            String key = "partners." + partner.name();
            if (!before.partners().contains(partner) && !changed.contains(key)) {
                changed.add(partner.settings().auth().files().isEmpty() ? key + ".tls" : key);
            }
        }
        return new ConfigurationChange(change.effective(), changed, change.needRestart());
    }
}
