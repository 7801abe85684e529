package dev.medley.json;

import dev.medley.context.MedleyThread;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The names of the objects that are open at one place of a document, to find one that occurs twice. A name is kept as its
 * place in the document and its hash; two of equal hash are compared exactly. What an object takes is released at its end.
 * Not thread-safe.
 */
final class JsonNames {

    /** An object of fewer names is searched from end to end. */
    private static final int FEW = 16;

    private static final int FIRST = 16;
    private static final int HEX = 16;
    private static final int HEX_DIGITS = 4;
    private static final int LONGEST_SHOWN = 64;
    private static final int[] NO_INDEX = {};
    /** Unknown to partners, which might otherwise choose names of one hash. */
    private static final long SEED = new SplittableRandom().nextLong();
    /** Unknown as well: then no difference of eight bytes can be made up for by the next eight. Odd: no bit of them is lost. */
    private static final long MULTIPLIER = new SplittableRandom().nextLong() | 1;

    private static final byte[] NO_DOCUMENT = {};
    /** Longer arrays are not kept for the next document. */
    private static final int LONGEST_KEPT = 256;

    /** Those that a thread has used, for its next document: most are small, and there is one for each exchange. */
    private static final ThreadLocal<@Nullable JsonNames> SPARE = new ThreadLocal<>();

    private byte[] document = NO_DOCUMENT;
    private int max;
    private long[] hashes = new long[FIRST];
    /** Begin and end of each name in the document, without its quotes. */
    private int[] places = new int[2 * FIRST];

    private int size;
    /** The first name of the innermost object. */
    private int base;
    /** Positions of the innermost object's names plus one, by hash; empty while they are few. */
    private int[] index = NO_INDEX;
    /** The values of {@code base} and {@code index} before each object that is open. */
    private int[] outerBases = new int[FIRST];

    private int[][] outerIndexes = new int[FIRST][];
    private int depth;

    private JsonNames() {}

    /** Returns names for {@code document}, at most {@code max} at a time; {@link #release()} should follow. */
    static JsonNames of(byte[] document, int max) {
        JsonNames spare = SPARE.get();
        JsonNames names = spare == null ? new JsonNames() : spare;
        if (spare != null) {
            SPARE.set(null);
        }
        names.document = document;
        names.max = max;
        return names;
    }

    /** The document has been scanned to its end. */
    void release() {
        if (MedleyThread.isCurrent() && hashes.length <= LONGEST_KEPT && outerIndexes.length <= LONGEST_KEPT) {
            document = NO_DOCUMENT;
            SPARE.set(this);
        }
    }

    /** Enters an object. */
    void enter() {
        if (depth == outerBases.length) {
            outerBases = Arrays.copyOf(outerBases, 2 * depth);
            outerIndexes = Arrays.copyOf(outerIndexes, 2 * depth);
        }
        outerBases[depth] = base;
        outerIndexes[depth] = index;
        depth++;
        base = size;
        index = NO_INDEX;
    }

    /** Leaves an object, whose names are forgotten, for the one around it. */
    void leave() {
        depth--;
        size = base;
        base = outerBases[depth];
        index = outerIndexes[depth];
        outerIndexes[depth] = NO_INDEX;
    }

    /**
     * Returns whether a name that has a backslash has a surrogate without its other half. Jackson makes no tree of such a
     * name; and as it has no form in UTF-8, all of one length would have one hash.
     */
    boolean isHalf(int from, int to) {
        return decoded(from, to)
                .codePoints()
                .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    /** Returns whether one more name would be too many. */
    boolean isFull() {
        return size == max;
    }

    /**
     * Adds a name to the innermost object.
     *
     * @param from where it begins in the document, behind its quote
     * @param to where its closing quote is
     * @param escaped whether it has a backslash
     * @return false if the object has it already
     */
    boolean add(int from, int to, boolean escaped) {
        long hash = escaped ? hashOf(decoded(from, to).getBytes(StandardCharsets.UTF_8)) : hash(document, from, to);
        if (size - base < FEW) {
            for (int i = base; i < size; i++) {
                if (hashes[i] == hash && isName(i, from, to)) {
                    return false;
                }
            }
            append(hash, from, to);
            return true;
        }
        if (2 * (size - base + 1) > index.length) {
            reindex();
        }
        int mask = index.length - 1;
        int slot = (int) hash & mask;
        for (; index[slot] != 0; slot = (slot + 1) & mask) {
            int i = index[slot] - 1;
            if (hashes[i] == hash && isName(i, from, to)) {
                return false;
            }
        }
        append(hash, from, to);
        index[slot] = size;
        return true;
    }

    private void append(long hash, int from, int to) {
        if (size == hashes.length) {
            int more = Math.min(max, 2 * size);
            hashes = Arrays.copyOf(hashes, more);
            places = Arrays.copyOf(places, 2 * more);
        }
        hashes[size] = hash;
        places[2 * size] = from;
        places[2 * size + 1] = to;
        size++;
    }

    /** Makes an index of twice to four times as many slots as names. */
    private void reindex() {
        index = new int[4 * Integer.highestOneBit(size - base)];
        int mask = index.length - 1;
        for (int i = base; i < size; i++) {
            int slot = (int) hashes[i] & mask;
            while (index[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            index[slot] = i + 1;
        }
    }

    private boolean isName(int i, int from, int to) {
        int begin = places[2 * i];
        int end = places[2 * i + 1];
        return Arrays.equals(document, begin, end, document, from, to)
                || ((isEscaped(begin, end) || isEscaped(from, to))
                        && decoded(begin, end).equals(decoded(from, to)));
    }

    private boolean isEscaped(int from, int to) {
        for (int i = from; i < to; i++) {
            if (document[i] == '\\') {
                return true;
            }
        }
        return false;
    }

    /** The name as a message shows it. */
    String shown(int from, int to) {
        String name = decoded(from, to);
        return "'" + (name.length() > LONGEST_SHOWN ? name.substring(0, LONGEST_SHOWN) + "…" : name) + "'";
    }

    private String decoded(int from, int to) {
        String raw = new String(document, from, to - from, StandardCharsets.UTF_8);
        StringBuilder text = new StringBuilder(raw.length());
        int i = 0;
        while (i < raw.length()) {
            char c = raw.charAt(i++);
            if (c == '\\') {
                c = raw.charAt(i++);
                int named = "bfnrt".indexOf(c);
                if (c == 'u') {
                    c = (char) Integer.parseInt(raw, i, i + HEX_DIGITS, HEX);
                    i += HEX_DIGITS;
                } else if (named >= 0) {
                    c = "\b\f\n\r\t".charAt(named);
                }
            }
            text.append(c);
        }
        return text.toString();
    }

    private static long hashOf(byte[] name) {
        return hash(name, 0, name.length);
    }

    private static long hash(byte[] bytes, int from, int to) {
        long hash = SEED ^ (to - from);
        int i = from;
        for (; to - i > Long.BYTES; i += Long.BYTES) {
            hash = mixed(hash ^ (long) Json.LONGS.get(bytes, i));
        }
        return mixed(hash ^ last(bytes, i, to));
    }

    /** Folds a product of 128 bits. */
    private static long mixed(long bits) {
        return (bits * MULTIPLIER) ^ Math.multiplyHigh(bits, MULTIPLIER);
    }

    /** Returns the last bytes of a name, eight at most, whatever follows them. */
    private static long last(byte[] bytes, int from, int to) {
        if (from < to && from + Long.BYTES <= bytes.length) {
            return (long) Json.LONGS.get(bytes, from) << (Long.SIZE - Byte.SIZE * (to - from));
        }
        long last = 0;
        for (int i = from; i < to; i++) {
            last = (last >>> Byte.SIZE) | ((long) bytes[i] << (Long.SIZE - Byte.SIZE));
        }
        return last;
    }
}
