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
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The public and protected members of a class, a line each. */
final class Members {

    /** Packages of which signatures may name classes, beside those of Medley. */
    private static final Pattern OTHERS = Pattern.compile(
            "(java|javax|io\\.opentelemetry\\.api|jakarta\\.servlet|org\\.junit|tools\\.jackson|org\\.jsoup|com\\.fasterxml\\.jackson)\\..*");

    private static final Pattern CLASS = Pattern.compile("([a-z]\\w*\\.)+[A-Z][\\w$]*");

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

    /** The members of a class that users do not see are those of the classes that extend it. */
    private static boolean isHidden(@Nullable Class<?> type) {
        return type != null
                && (!PublicClasses.isSupported(type)
                        || (!Modifier.isPublic(type.getModifiers()) && !Modifier.isProtected(type.getModifiers())));
    }

    // ---- The classes that signatures name. ----------------------------------------------------------------------

    /** Returns whether a signature may name the class {@code name}. */
    static boolean isSupported(String name) {
        return name.startsWith("dev.medley.")
                ? !name.contains(".internal.")
                : name.indexOf('.') < 0 || OTHERS.matcher(name).matches();
    }

    /** Returns the names of the classes that what is public or protected of a class names, its supertypes included. */
    static Set<String> namedBy(Class<?> type) {
        Set<String> names = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isOpen(field.getModifiers(), field.isSynthetic())) {
                addNames(field.getGenericType(), names);
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isOpen(constructor.getModifiers(), constructor.isSynthetic())) {
                addNames(constructor, names);
            }
        }
        addNamesOfMethods(type, Modifier.isFinal(type.getModifiers()), names);
        return names;
    }

    private static void addNamesOfMethods(Class<?> type, boolean isFinal, Set<String> names) {
        for (Method method : type.getDeclaredMethods()) {
            // What is protected is open to subclasses, and there are none of a final class.
            boolean open =
                    Modifier.isPublic(method.getModifiers()) || (!isFinal && isOpen(method.getModifiers(), false));
            if (open && !method.isSynthetic()) {
                addNames(method.getGenericReturnType(), names);
                addNames(method, names);
            }
        }
        for (Type each : type.getGenericInterfaces()) {
            addNames(each, names);
        }
        Class<?> parent = type.getSuperclass();
        if (isHidden(parent) && (isFinal || !PublicClasses.isSupported(parent))) {
            addNamesOfMethods(parent, isFinal, names);
        } else if (parent != null) {
            addNames(type.getGenericSuperclass(), names);
        }
    }

    private static void addNames(Executable executable, Set<String> names) {
        for (Type each : executable.getGenericParameterTypes()) {
            addNames(each, names);
        }
        for (Type each : executable.getGenericExceptionTypes()) {
            addNames(each, names);
        }
    }

    private static void addNames(Type type, Set<String> names) {
        Matcher each = CLASS.matcher(type.getTypeName());
        while (each.find()) {
            names.add(each.group());
        }
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
