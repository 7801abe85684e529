package dev.medley.api;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The public and protected members of a class, a line each. */
final class Members {

    private Members() {}

    /** Returns the line of the class, and those of its members, sorted. */
    static List<String> of(Class<?> type) {
        List<String> members = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (isOpen(field.getModifiers(), field.isSynthetic())) {
                members.add(modifiers(field.getModifiers()) + name(field.getGenericType()) + " " + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isOpen(constructor.getModifiers(), constructor.isSynthetic())) {
                members.add(modifiers(constructor.getModifiers()) + "new" + signature(constructor));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isOpen(method.getModifiers(), method.isSynthetic())) {
                members.add(modifiers(method.getModifiers()) + name(method.getGenericReturnType()) + " "
                        + method.getName() + signature(method));
            }
        }
        Collections.sort(members);
        List<String> lines = new ArrayList<>();
        lines.add(modifiers(type.getModifiers() & ~Modifier.ABSTRACT) + type.getName() + superTypes(type));
        members.forEach(member -> lines.add("    " + member));
        return lines;
    }

    private static String superTypes(Class<?> type) {
        return Stream.concat(Stream.ofNullable(type.getGenericSuperclass()), Stream.of(type.getGenericInterfaces()))
                .filter(parent -> parent != Object.class && parent != Record.class)
                .map(Members::name)
                .collect(Collectors.collectingAndThen(
                        Collectors.joining(", "), parents -> parents.isEmpty() ? "" : " : " + parents));
    }

    private static String signature(Executable executable) {
        String parameters = Arrays.stream(executable.getGenericParameterTypes())
                .map(Members::name)
                .collect(Collectors.joining(", ", "(", ")"));
        String thrown =
                Arrays.stream(executable.getExceptionTypes()).map(Members::name).collect(Collectors.joining(", "));
        return thrown.isEmpty() ? parameters : parameters + " throws " + thrown;
    }

    private static String name(Type type) {
        return type.getTypeName().replaceAll("\\b(java|dev|jakarta|tools|org)\\.([a-z0-9]+\\.)+", "");
    }

    private static boolean isOpen(int modifiers, boolean synthetic) {
        return !synthetic && (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers));
    }

    private static String modifiers(int modifiers) {
        return (Modifier.isProtected(modifiers) ? "protected " : "")
                + (Modifier.isStatic(modifiers) ? "static " : "")
                + (Modifier.isAbstract(modifiers) ? "abstract " : "");
    }
}
