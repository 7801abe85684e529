package dev.medley.server.mashups;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The constant pool of a class file (JVM specification, section 4.4), as far as it is about classes. */
final class ConstantPool {

    private static final int UTF8 = 1;
    private static final int INTEGER = 3;
    private static final int FLOAT = 4;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int DYNAMIC = 17;
    private static final int INVOKE_DYNAMIC = 18;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    private final @Nullable String[] texts;
    private final int[] classes;

    private ConstantPool(int count) {
        texts = new @Nullable String[count];
        classes = new int[count];
    }

    static ConstantPool read(DataInputStream in) throws IOException {
        int count = in.readUnsignedShort();
        ConstantPool pool = new ConstantPool(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case UTF8 -> pool.texts[i] = in.readUTF();
                case CLASS -> pool.classes[i] = in.readUnsignedShort();
                case STRING, METHOD_TYPE, MODULE, PACKAGE -> in.readUnsignedShort();
                case METHOD_HANDLE -> in.skipNBytes(3);
                case INTEGER, FLOAT, FIELD, METHOD, INTERFACE_METHOD, NAME_AND_TYPE, DYNAMIC, INVOKE_DYNAMIC ->
                    in.readInt();
                case LONG, DOUBLE -> {
                    in.readLong();
                    // These take two places.
                    i++;
                }
                default -> throw new IOException("its constant %d is of the unknown kind %d".formatted(i, tag));
            }
        }
        return pool;
    }

    /** Whether {@code text} is one of the constants. */
    boolean has(String text) {
        return Arrays.asList(texts).contains(text);
    }

    String className(int index) throws IOException {
        int at = index < classes.length ? classes[index] : 0;
        String name = at < texts.length ? texts[at] : null;
        if (name == null) {
            throw new IOException("it names a class that is not in it");
        }
        return name.replace('/', '.');
    }

    /** Arrays are left out: what they hold is named where it is made or used. */
    List<String> classNames() throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 1; i < classes.length; i++) {
            if (classes[i] != 0) {
                String name = className(i);
                if (!name.startsWith("[")) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}
