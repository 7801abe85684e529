package dev.medley.server.capacity;

/**
 * What one instance of Medley has.
 *
 * @param files that it may have open
 * @param cores of its machine
 * @param heapBytes to which its heap may grow
 * @param headroom the share of all that is to stay free, from 0 to 0.9
 */
public record Instance(long files, double cores, long heapBytes, double headroom) {

    /** What may be used of {@code amount}. */
    double usable(double amount) {
        return amount * (1 - headroom);
    }

    /** What has to be there for {@code amount} of it to be used. */
    double withHeadroom(double amount) {
        return amount / (1 - headroom);
    }
}
