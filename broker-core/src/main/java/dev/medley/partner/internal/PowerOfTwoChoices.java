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
        int total = 0;
        for (Endpoint endpoint : admitting) {
            total += endpoint.weight();
        }
        int first = draw(admitting, random.applyAsInt(total), -1);
        Endpoint one = admitting.get(first);
        int second = draw(admitting, random.applyAsInt(total - one.weight()), first);
        Endpoint other = admitting.get(second);
        long load = (long) one.outstanding() * other.weight();
        long othersLoad = (long) other.outstanding() * one.weight();
        return load <= othersLoad ? one : other;
    }

    /** The index of the endpoint whose share of the weights {@code drawn} falls into; that of {@code without} is skipped. */
    private static int draw(List<Endpoint> among, int drawn, int without) {
        int left = drawn;
        int last = 0;
        for (int i = 0; i < among.size(); i++) {
            if (i == without) {
                continue;
            }
            last = i;
            left -= among.get(i).weight();
            if (left < 0) {
                return i;
            }
        }
        return last;
    }
}
