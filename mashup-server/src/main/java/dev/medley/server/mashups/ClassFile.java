package dev.medley.server.mashups;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a class file says of itself (JVM specification, chapter 4), read without loading the class: a JAR may have
 * thousands, and may well have some that nobody can load.
 *
 * @param name of the class, with dots
 * @param superName of the class that it extends; null for {@code Object} and modules
 * @param isAbstract whether it is an interface or an abstract class
 * @param java the Java version that is needed to load it
 * @param annotated whether it has the annotation {@code @WebServlet}, or at least its name in it
 * @param references the names of all classes that it uses
 */
record ClassFile(
        String name,
        @Nullable String superName,
        boolean isAbstract,
        int java,
        boolean annotated,
        List<String> references) {

    private static final int MAGIC = 0xCAFEBABE;
    private static final int VERSION_OF_JAVA_0 = 44;
    private static final int INTERFACE_OR_ABSTRACT = 0x0200 | 0x0400;
    private static final String ANNOTATION = "Ljakarta/servlet/annotation/WebServlet;";

    /**
     * Reads what is needed of {@code stream}.
     *
     * @throws IOException if it is no class file, or cannot be read
     */
    static ClassFile read(InputStream stream) throws IOException {
        DataInputStream in = new DataInputStream(new BufferedInputStream(stream));
        if (in.readInt() != MAGIC) {
            throw new IOException("it does not begin as one does");
        }
        in.readUnsignedShort();
        int java = in.readUnsignedShort() - VERSION_OF_JAVA_0;
        ConstantPool constants = ConstantPool.read(in);
        int flags = in.readUnsignedShort();
        String name = constants.className(in.readUnsignedShort());
        int extended = in.readUnsignedShort();
        return new ClassFile(
                name,
                extended == 0 ? null : constants.className(extended),
                (flags & INTERFACE_OR_ABSTRACT) != 0,
                java,
                constants.has(ANNOTATION),
                constants.classNames());
    }
}
