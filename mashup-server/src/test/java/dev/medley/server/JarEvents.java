package dev.medley.server;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** What the mashups of {@link JarRig} report: their classes have no other way to a test. */
public final class JarEvents {

    private static final List<String> EVENTS = new CopyOnWriteArrayList<>();
    private static final List<Path> SOURCES = new CopyOnWriteArrayList<>();
    private static final List<WeakReference<ClassLoader>> LOADERS = new CopyOnWriteArrayList<>();
    private static volatile CountDownLatch mayGoOn = new CountDownLatch(0);

    private JarEvents() {}

    static void clear() {
        EVENTS.clear();
        SOURCES.clear();
        LOADERS.clear();
    }

    /** Adds an event. */
    public static void add(String event) {
        EVENTS.add(event);
    }

    /** Adds the file that the class of {@code mashup} comes from. */
    public static void from(Object mashup) throws Exception {
        URL source = mashup.getClass().getProtectionDomain().getCodeSource().getLocation();
        LOADERS.add(new WeakReference<>(mashup.getClass().getClassLoader()));
        SOURCES.add(Path.of(source.toURI()));
    }

    /** Lets mashups that block do so, until the latch is counted down. */
    static CountDownLatch block() {
        mayGoOn = new CountDownLatch(1);
        return mayGoOn;
    }

    /** Blocks while a test wants it. */
    public static void awaitGoOn() throws InterruptedException {
        mayGoOn.await();
    }

    static List<String> all() {
        return List.copyOf(EVENTS);
    }

    /** The class loaders that have not been collected. */
    static List<ClassLoader> loaders() {
        return LOADERS.stream().map(WeakReference::get).filter(Objects::nonNull).toList();
    }

    static List<Path> sources() {
        return List.copyOf(SOURCES);
    }
}
