package dev.medley.loadtest.attack;

import dev.medley.loadtest.experiment.server.ProcessFacts;

/**
 * What a server takes. What is not known is not a number.
 *
 * @param residentMegabytes memory that the process holds
 * @param liveMegabytes objects that are alive
 * @param directMegabytes direct buffers, pooled ones included
 * @param files open files, sockets included, but for connections to partners where their number is known
 * @param threads of the process
 * @param inFlight requests
 */
record Footprint(
        double residentMegabytes,
        double liveMegabytes,
        double directMegabytes,
        double files,
        double threads,
        double inFlight) {

    static final Footprint UNKNOWN =
            new Footprint(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    static Footprint of(ProcessFacts process) {
        return new Footprint(
                process.residentMegabytes(), Double.NaN, Double.NaN, process.files(), process.threads(), Double.NaN);
    }

    Footprint live(double megabytes) {
        return new Footprint(residentMegabytes, megabytes, directMegabytes, files, threads, inFlight);
    }

    /** The same, with figures that the server itself reports; connections to partners are not counted as files. */
    Footprint reported(double direct, double requests, double toPartners) {
        return new Footprint(residentMegabytes, liveMegabytes, direct, files - toPartners, threads, requests);
    }

    /** The larger of each figure. */
    Footprint most(Footprint other) {
        return new Footprint(
                larger(residentMegabytes, other.residentMegabytes),
                larger(liveMegabytes, other.liveMegabytes),
                larger(directMegabytes, other.directMegabytes),
                larger(files, other.files),
                larger(threads, other.threads),
                larger(inFlight, other.inFlight));
    }

    private static double larger(double one, double other) {
        return Double.isNaN(one) ? other : Double.isNaN(other) ? one : Math.max(one, other);
    }
}
