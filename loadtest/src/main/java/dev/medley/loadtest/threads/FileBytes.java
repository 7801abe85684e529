package dev.medley.loadtest.threads;

import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The content of the files: bytes in memory, an array for each size. Thread-safe. */
public final class FileBytes {

    /** The size of the largest file. */
    public static final int MOST = 1 << 20;

    private static final ConcurrentMap<Integer, byte[]> FILES = new ConcurrentHashMap<>();

    private FileBytes() {}

    /** The file of {@code size} bytes; nobody changes it. */
    public static byte[] of(int size) {
        return FILES.computeIfAbsent(size, FileBytes::create);
    }

    private static byte[] create(int size) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) 'm');
        return bytes;
    }
}
