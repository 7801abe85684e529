package dev.medley.server.internal.cli.option;

import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.server.internal.capacity.MashupShape;
import dev.medley.server.internal.declared.DeclaredMashups;
import dev.medley.server.internal.declared.MashupLoad;
import dev.medley.server.internal.declared.MashupSummary;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The exchanges of a mashup, given by their number, or by a mashup that the configuration declares. */
public final class ShapeOptions {

    private static final int MAX_EXCHANGES = 1000;
    private static final int MAX_ELEMENTS = 100_000;

    @Option(
            names = "--fan-out",
            paramLabel = "C",
            description = "Parallel exchanges per inbound request, in place of a declared mashup's own.")
    private @Nullable String fanOut;

    @Option(
            names = "--mashup",
            paramLabel = "PATH",
            description = "The declared mashup that is requested (default: the one with the most exchanges at a time).")
    private @Nullable String mashup;

    @Option(
            names = "--elements",
            paramLabel = "N",
            description = "Elements of each for-each of the mashup (default: as many as are in flight at a time).")
    private @Nullable String elements;

    /** Creates options without values; called by picocli. */
    public ShapeOptions() {}

    /**
     * Returns the shape of the mashup; empty if the configuration declares none, and no number is given.
     *
     * @throws IllegalArgumentException if an option is wrong
     */
    public Optional<MashupShape> of(Configuration configuration) {
        if (fanOut != null) {
            if (mashup != null || elements != null) {
                throw new IllegalArgumentException(
                        "--fan-out cannot be combined with a declared mashup; expected it without --mashup and"
                                + " --elements");
            }
            return Optional.of(MashupShape.parallel(new OptionValue("--fan-out", fanOut).count(MAX_EXCHANGES)));
        }
        DeclaredMashups declared = DeclaredMashups.of(configuration);
        List<String> partners =
                configuration.partners().stream().map(PartnerSettings::name).toList();
        Integer each = elements == null ? null : new OptionValue("--elements", elements).count(MAX_ELEMENTS);
        List<MashupLoad> loads = declared.loads(partners, each);
        if (loads.isEmpty() && mashup == null) {
            return Optional.empty();
        }
        MashupLoad load = mashup == null
                ? loads.stream()
                        .max(Comparator.comparingDouble(MashupLoad::perLayer))
                        .orElseThrow()
                : loads.stream()
                        .filter(one -> one.path().equals(mashup))
                        .findFirst()
                        .orElseThrow(() -> unknown(loads));
        return Optional.of(new MashupShape(
                load.path(),
                load.exchanges(),
                load.layers(),
                load.byPartner(),
                deadline(configuration, declared, load)));
    }

    private IllegalArgumentException unknown(List<MashupLoad> loads) {
        return new IllegalArgumentException("--mashup: there is no declared mashup %s; expected %s"
                .formatted(
                        mashup,
                        loads.isEmpty()
                                ? "a configuration with one"
                                : loads.stream().map(MashupLoad::path).collect(Collectors.joining(", "))));
    }

    /** Returns the deadline of the mashup; null for the server's. */
    private static @Nullable Duration deadline(Configuration configuration, DeclaredMashups declared, MashupLoad load) {
        Duration own = configuration.mashups().deadline(List.of(load.path()));
        if (own != null || configuration.server().deadline() != null) {
            return own;
        }
        return declared.summaries().stream()
                .filter(each -> each.path().equals(load.path()))
                .map(MashupSummary::estimate)
                .map(each -> each.deadline())
                .findFirst()
                .orElse(null);
    }
}
