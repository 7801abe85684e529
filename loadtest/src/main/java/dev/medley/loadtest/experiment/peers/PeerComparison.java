package dev.medley.loadtest.experiment.peers;

import dev.medley.loadtest.experiment.server.Quartiles;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The windows of one setting, compared round by round: the ratio of a server's CPU time to that of the reference in the
 * same round cancels what the machine did to both. Rounds in which the machine was slow are excluded.
 */
final class PeerComparison {

    private static final int FEW = 3;

    private final List<PeerWindow> windows;
    private final String reference;
    private final Set<PeerWindow.Round> kept;
    private final Set<PeerWindow.Round> all;
    private final boolean tooFew;

    private PeerComparison(List<PeerWindow> windows, String reference, double tolerancePercent) {
        this.windows = List.copyOf(windows);
        this.reference = reference;
        all = windows.stream().map(PeerWindow::key).collect(Collectors.toSet());
        Set<PeerWindow.Round> steady = new HashSet<>(all);
        steady.removeAll(slow(windows, tolerancePercent));
        tooFew = steady.size() < Math.min(FEW, all.size());
        kept = tooFew ? all : steady;
    }

    /**
     * Compares windows of one setting, of one run or more.
     *
     * @param tolerancePercent how much slower than at its best in the run the fixed loop may be
     */
    static PeerComparison of(List<PeerWindow> windows, String reference, double tolerancePercent) {
        return new PeerComparison(windows, reference, tolerancePercent);
    }

    /** The rounds before or after which the fixed loop was slower than its best in the same run by more than the tolerance. */
    static Set<PeerWindow.Round> slow(List<PeerWindow> windows, double tolerancePercent) {
        Map<String, Double> best = windows.stream()
                .collect(Collectors.toMap(
                        PeerWindow::run, window -> Math.min(window.loopBefore(), window.loopAfter()), Math::min));
        return windows.stream()
                .filter(window ->
                        window.slowerLoop() > best.getOrDefault(window.run(), 0.0) * (1 + tolerancePercent / 100))
                .map(PeerWindow::key)
                .collect(Collectors.toSet());
    }

    /** The servers, the one with the lowest median ratio first. */
    List<String> peers() {
        return windows.stream()
                .map(PeerWindow::peer)
                .distinct()
                .sorted(Comparator.comparingDouble(
                        peer -> Quartiles.of(ratios(peer)).median()))
                .toList();
    }

    int rounds() {
        return all.size();
    }

    int dropped() {
        return all.size() - kept.size();
    }

    /** Returns whether so few rounds were steady that all are counted. */
    boolean tooFew() {
        return tooFew;
    }

    /** CPU time by mashup as a multiple of the reference's in the same round, in the rounds that count. */
    List<Double> ratios(String peer) {
        return ratios(kept(peer));
    }

    /** The same in all rounds. */
    List<Double> ratiosOfAll(String peer) {
        return ratios(of(peer));
    }

    /** The least and the greatest ratio in the rounds that count. */
    DoubleSummaryStatistics range(String peer) {
        return ratios(peer).stream().mapToDouble(Double::doubleValue).summaryStatistics();
    }

    /** The median over the windows in the rounds that count. */
    double median(String peer, ToDoubleFunction<PeerWindow> value) {
        return Quartiles.of(kept(peer).map(value::applyAsDouble).toList()).median();
    }

    long windows(String peer) {
        return kept(peer).count();
    }

    /** Errors in all rounds. */
    long errors(String peer) {
        return of(peer).mapToLong(window -> window.figures().errors()).sum();
    }

    private List<Double> ratios(Stream<PeerWindow> peer) {
        Map<PeerWindow.Round, Double> references = new HashMap<>();
        of(reference)
                .forEach(window -> references.put(window.key(), window.figures().cpuMicros()));
        return peer.filter(window -> references.containsKey(window.key()))
                .map(window -> window.figures().cpuMicros() / references.getOrDefault(window.key(), Double.NaN))
                .toList();
    }

    private Stream<PeerWindow> kept(String peer) {
        return of(peer).filter(window -> kept.contains(window.key()));
    }

    private Stream<PeerWindow> of(String peer) {
        return windows.stream().filter(window -> window.peer().equals(peer));
    }
}
