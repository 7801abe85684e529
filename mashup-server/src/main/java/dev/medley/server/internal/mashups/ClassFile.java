package dev.medley.server.internal.mashups;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The properties of a class that can be read without loading it: a JAR may have thousands of classes, some of which
 * cannot be loaded.
 *
 * @param name of the class, with dots
 * @param superName of its superclass; null for {@code Object} and modules
 * @param isAbstract true for an interface or an abstract class
 * @param java the Java version that is needed to load it
 * @param annotated true if it has the annotation {@code @WebServlet}
 * @param filter true if it has the annotation {@code @WebFilter}
 * @param references the names of all classes that it uses, without arrays: the class of their elements is named where
 *     one is made or used
 */
record ClassFile(
        String name,
        @Nullable String superName,
        boolean isAbstract,
        int java,
        boolean annotated,
        boolean filter,
        List<String> references) {

    private static final int MAGIC = 0xCAFEBABE;
    private static final int HEADER_LENGTH = 8;
    private static final int MAJOR_VERSION = 6;
    private static final int VERSION_OF_JAVA_0 = 44;
    private static final int CONSTANT_CLASS = 7;
    private static final String SERVLET = "Ljakarta/servlet/annotation/WebServlet;";
    private static final String FILTER = "Ljakarta/servlet/annotation/WebFilter;";

    /**
     * Reads a class file.
     *
     * @throws IOException if {@code bytes} are not a valid one
     */
    static ClassFile read(byte[] bytes) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_LENGTH || header.getInt(0) != MAGIC) {
            throw new IOException("the header is missing");
        }
        int major = header.getShort(MAJOR_VERSION);
        // ASM refuses versions later than its own, which add nothing to the parts that are read here.
        header.putShort(MAJOR_VERSION, (short) Math.min(major, Opcodes.V17));
        try {
            ClassReader reader = new ClassReader(bytes);
            return new ClassFile(
                    name(reader.getClassName()),
                    reader.getSuperName() == null ? null : name(reader.getSuperName()),
                    (reader.getAccess() & (Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT)) != 0,
                    major - VERSION_OF_JAVA_0,
                    isAnnotated(reader, SERVLET),
                    isAnnotated(reader, FILTER),
                    references(reader));
        } catch (RuntimeException x) {
            // Thrown by ASM for a malformed file, of any type: mostly an index that is out of bounds.
            throw new IOException("it is truncated or malformed", x);
        }
    }

    private static boolean isAnnotated(ClassReader reader, String annotation) {
        boolean[] annotated = {false};
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                        annotated[0] |= descriptor.equals(annotation);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return annotated[0];
    }

    private static List<String> references(ClassReader reader) {
        List<String> names = new ArrayList<>();
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset > 0 && reader.readByte(offset - 1) == CONSTANT_CLASS) {
                String name = reader.readUTF8(offset, buffer);
                if (!name.startsWith("[")) {
                    names.add(name(name));
                }
            }
        }
        return names;
    }

    private static String name(String internal) {
        return Type.getObjectType(internal).getClassName();
    }
}
