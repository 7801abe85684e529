package dev.medley.loadtest.codec;

import java.util.ArrayList;
import java.util.List;

/** The classes of the mashups that code, for a JAR of them. */
public final class CodingMashups {

    private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

    private CodingMashups() {}

    /** Returns them, with {@link VirtualMashup} where Java {@code version} has virtual threads. */
    public static List<Class<?>> classes(int version) {
        List<Class<?>> classes = new ArrayList<>(List.of(
                CodingMashup.class,
                ComputeMashup.class,
                InlineMashup.class,
                PoolMashup.class,
                SliceMashup.class,
                Coding.class,
                Order.class));
        classes.addAll(List.of(SliceMashup.class.getDeclaredClasses()));
        classes.addAll(List.of(Order.class.getDeclaredClasses()));
        if (version >= FIRST_WITH_VIRTUAL_THREADS) {
            classes.add(VirtualMashup.class);
        }
        return classes;
    }
}
