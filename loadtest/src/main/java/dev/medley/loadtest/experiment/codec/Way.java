package dev.medley.loadtest.experiment.codec;

import java.util.List;
import java.util.stream.Stream;

/** The ways in which a mashup can do work that takes a processor. */
enum Way {
    /** No mashup codes. */
    ALONE("none", ""),
    INLINE("inline, on the loop", "/inline?codings=%d"),
    ANSWER_TURNS("on the loop in slices, as answers", "/slices?codings=%d&slice=%d&turns=answers"),
    FURTHER_TURNS("on the loop in slices, in further turns", "/slices?codings=%d&slice=%d&turns=further"),
    COMPUTE("by compute", "/compute?codings=%d"),
    POOL("placed on the pool", "/pool?codings=%d"),
    VIRTUAL("placed on virtual threads", "/virtual?codings=%d");

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private final String title;
    private final String target;

    Way(String title, String target) {
        this.title = title;
        this.target = target;
    }

    String title() {
        return title;
    }

    /** The path of a mashup that does {@code codings}, those in slices with {@code slice} in each. */
    String path(int codings, int slice) {
        return target.formatted(codings, slice);
    }

    /** Returns those with a mashup that codes, as far as Java {@code version} has them. */
    static List<Way> coding(int version) {
        return Stream.of(values())
                .filter(way -> way != ALONE)
                .filter(way -> way != VIRTUAL || version >= FIRST_WITH_VIRTUAL_THREADS)
                .toList();
    }
}
