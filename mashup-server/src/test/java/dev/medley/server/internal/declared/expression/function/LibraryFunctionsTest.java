package dev.medley.server.internal.declared.expression.function;

import static org.assertj.core.api.Assertions.assertThat;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.Jsonata.JFunction;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Holds our list of functions, and what we have changed of them, to the library. */
class LibraryFunctionsTest {

    /** A value of each type that a signature distinguishes. */
    private static final List<Object> OF_EACH_TYPE =
            List.of("a", 1, true, List.of("a"), List.of(1), List.of(Map.of("a", 1)), List.of(), Map.of("a", 1));

    @Test
    void theNamesAreThoseThatTheLibraryRegisters() throws Exception {
        Set<String> names = new HashSet<>(LibraryFunctions.NAMES);
        assertThat(names.removeAll(PageFunctions.NAMES)).isTrue();

        assertThat(registered())
                .hasSizeGreaterThan(60)
                .doesNotContainAnyElementsOf(PageFunctions.NAMES)
                .isEqualTo(names);
    }

    @Test
    void theCostlyOnesExist() {
        assertThat(LibraryFunctions.NAMES).containsAll(LibraryFunctions.COSTLY);
    }

    static Stream<String> changed() {
        return LibraryFunctions.changed().keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("changed")
    void aChangedFunctionHasTheSignatureOfTheLibrarys(String name) {
        JFunction original = original(name);
        JFunction changed = Objects.requireNonNull(LibraryFunctions.changed().get(name));

        assertThat(Functions.getFunctionArity(changed)).isEqualTo(Functions.getFunctionArity(original));
        assertThat(changed.getNumberOfArgs()).isEqualTo(original.getNumberOfArgs());
        for (List<Object> arguments : argumentsOf(original)) {
            for (Object context : List.of("context", Map.of("a", 1))) {
                assertThat(validated(changed, arguments, context))
                        .as("%s of %s in %s", name, arguments, context)
                        .isEqualTo(validated(original, arguments, context));
            }
        }
    }

    private static JFunction original(String name) {
        return (JFunction) Jsonata.jsonata("$" + name).evaluate(null);
    }

    /** All combinations of up to two arguments, and each value as the third one. */
    private static List<List<Object>> argumentsOf(JFunction function) {
        List<Object> values = new ArrayList<>(OF_EACH_TYPE);
        values.add(function);
        List<List<Object>> all = new ArrayList<>();
        all.add(List.of());
        for (Object first : values) {
            all.add(List.of(first));
            for (Object second : values) {
                all.add(List.of(first, second));
            }
            for (Object third : values) {
                all.add(List.of("a", first, third));
                all.add(List.of(first, function, third));
            }
        }
        return all;
    }

    private static @Nullable Object validated(JFunction function, List<Object> arguments, Object context) {
        try {
            return function.validate(new ArrayList<>(arguments), context);
        } catch (JException x) {
            return x.getError() + x.getCurrent() + x.getExpected();
        }
    }

    /** The first argument of each call of {@code defineFunction} in the library's class. */
    private static Set<String> registered() throws IOException {
        Set<String> names = new HashSet<>();
        try (InputStream code = Jsonata.class.getResourceAsStream("Jsonata.class")) {
            new ClassReader(code)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public @Nullable MethodVisitor visitMethod(
                                        int access,
                                        String method,
                                        String descriptor,
                                        @Nullable String signature,
                                        String @Nullable [] exceptions) {
                                    return method.equals("registerFunctions") ? namesInto(names) : null;
                                }
                            },
                            ClassReader.SKIP_DEBUG);
        }
        return names;
    }

    private static MethodVisitor namesInto(Set<String> names) {
        return new MethodVisitor(Opcodes.ASM9) {

            private @Nullable Object first;

            @Override
            public void visitLdcInsn(Object constant) {
                if (first == null) {
                    first = constant;
                }
            }

            @Override
            public void visitMethodInsn(
                    int opcode, String owner, String method, String descriptor, boolean isInterface) {
                names.add(String.valueOf(first));
                first = null;
            }
        };
    }
}
