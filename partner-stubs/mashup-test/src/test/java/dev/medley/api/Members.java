package dev.medley.api;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
                members.add(modifiers(constructor.getModifiers()) + "new" + signature(constructor, Map.of()));
            }
        }
        addMethods(type, Map.of(), members);
        Collections.sort(members);
        List<String> lines = new ArrayList<>();
        lines.add(modifiers(type.getModifiers() & ~Modifier.ABSTRACT) + type.getName() + superTypes(type));
        members.forEach(member -> lines.add("    " + member));
        return lines;
    }

    /** Adds the methods of a class, and those that it inherits from classes that only its package sees. */
    private static void addMethods(Class<?> type, Map<String, String> arguments, List<String> members) {
        for (Method method : type.getDeclaredMethods()) {
            if (isOpen(method.getModifiers(), method.isSynthetic())) {
                members.add(modifiers(method.getModifiers()) + name(method.getGenericReturnType(), arguments) + " "
                        + method.getName() + signature(method, arguments));
            }
        }
        Class<?> parent = type.getSuperclass();
        if (isHidden(parent)) {
            addMethods(parent, arguments(type.getGenericSuperclass()), members);
        }
    }

    /** Returns the type arguments by the names of the parameters that they are for. */
    private static Map<String, String> arguments(Type type) {
        Map<String, String> arguments = new HashMap<>();
        if (type instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] parameters = ((Class<?>) parameterized.getRawType()).getTypeParameters();
            for (int i = 0; i < parameters.length; i++) {
                arguments.put(parameters[i].getName(), name(parameterized.getActualTypeArguments()[i]));
            }
        }
        return arguments;
    }

    private static boolean isHidden(@Nullable Class<?> type) {
        return type != null && !Modifier.isPublic(type.getModifiers()) && !Modifier.isProtected(type.getModifiers());
    }

    private static String superTypes(Class<?> type) {
        String names = superTypeNames(type).collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : " : " + names;
    }

    private static Stream<String> superTypeNames(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        Stream<String> parents = isHidden(parent)
                ? superTypeNames(parent)
                : Stream.ofNullable(type.getGenericSuperclass()).map(Members::name);
        return Stream.concat(parents, Stream.of(type.getGenericInterfaces()).map(Members::name))
                .filter(name -> !name.equals("Object") && !name.equals("Record"));
    }

    private static String signature(Executable executable, Map<String, String> arguments) {
        String parameters = Arrays.stream(executable.getGenericParameterTypes())
                .map(type -> name(type, arguments))
                .collect(Collectors.joining(", ", "(", ")"));
        String thrown =
                Arrays.stream(executable.getExceptionTypes()).map(Members::name).collect(Collectors.joining(", "));
        return thrown.isEmpty() ? parameters : parameters + " throws " + thrown;
    }

    private static String name(Type type, Map<String, String> arguments) {
        String name = name(type);
        return type instanceof TypeVariable<?> ? arguments.getOrDefault(name, name) : name;
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
