package dev.medley.partner.internal;

import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Draws two endpoints at random, each with a probability in proportion to its weight, and takes the one with fewer outstanding
 * attempts for its weight (Mitzenmacher, <i>The Power of Two Choices in Randomized Load Balancing</i>, 2001). Where the two
 * are equal it takes the first drawn, so that weights count without load, too.
 *
 * <p>Other than the least loaded of all, this needs no agreement between brokers that share the endpoints: they do not all
 * run to the one that is idle.
 *
 * @param random returns a number from 0 to below its argument, each as likely; thread-safe
 */
record PowerOfTwoChoices(IntUnaryOperator random) implements EndpointChooser {

    @Override
    public Endpoint choose(List<Endpoint> admitting) {
        if (admitting.size() == 1) {
            return admitting.get(0);
        }
        // Read once: a new answer of DNS may change them meanwhile.
        int[] weights = new int[admitting.size()];
        int total = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = admitting.get(i).weight();
            total += weights[i];
        }
        int first = draw(weights, random.applyAsInt(total), -1);
        int second = draw(weights, random.applyAsInt(total - weights[first]), first);
        Endpoint one = admitting.get(first);
        Endpoint other = admitting.get(second);
        long load = (long) one.outstanding() * weights[second];
        long othersLoad = (long) other.outstanding() * weights[first];
        return load <= othersLoad ? one : other;
    }

    /** The index of the weight that {@code drawn} falls into; that of {@code without} is skipped. */
    private static int draw(int[] weights, int drawn, int without) {
        int left = drawn;
        int last = 0;
        for (int i = 0; i < weights.length; i++) {
            if (i == without) {
                continue;
            }
            last = i;
            left -= weights[i];
            if (left < 0) {
                return i;
            }
        }
        return last;
    }
}
