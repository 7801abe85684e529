package dev.medley.json.internal;

import java.io.Closeable;
import java.io.InputStream;
import java.io.Reader;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.module.SimpleModule;

/**
 * Refuses a value that leads to a document but is not one itself: a stage, an exchange. Jackson would write its getters.
 * Medley's classes have it as an annotation, so that it applies to any mapper of Jackson; {@link #ofTheJdk()} covers the
 * JDK's classes.
 */
public class NotADocument extends ValueSerializer<Object> {

    /** For Jackson. */
    public NotADocument() {}

    /** The type's simple name, with the article: of one that this refuses, the name that its user knows. */
    public static String named(Object value) {
        Class<?> type = refused(value.getClass());
        String simple = type.getSimpleName();
        String name = simple.isEmpty() ? type.getName() : simple;
        return ("AEIO".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    /** The nearest supertype with the annotation, such as Exchange, if there is one: its implementation is internal. */
    private static Class<?> refused(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> implemented : each.getInterfaces()) {
                if (isRefused(implemented)) {
                    return implemented;
                }
            }
            if (each != type && isRefused(each)) {
                return each;
            }
        }
        return type;
    }

    private static boolean isRefused(Class<?> type) {
        JsonSerialize annotation = type.getDeclaredAnnotation(JsonSerialize.class);
        return annotation != null && NotADocument.class.isAssignableFrom(annotation.using());
    }

    @Override
    public final void serialize(Object value, JsonGenerator generator, SerializationContext context) {
        throw DatabindException.from(context, refusal(value));
    }

    /** Returns a module that refuses the stages and streams of the JDK. */
    public static SimpleModule ofTheJdk() {
        NotADocument refusing = new NotADocument();
        SimpleModule module = new SimpleModule("medley");
        for (Class<?> type : new Class<?>[] {
            CompletionStage.class, Future.class, Flow.Publisher.class, BaseStream.class, InputStream.class, Reader.class
        }) {
            module.addSerializer(type, refusing);
        }
        return module;
    }

    private String refusal(Object value) {
        String name = named(value);
        if (value instanceof CompletionStage || value instanceof Future) {
            return name
                    + " is not a document, but a stage of one: put it into a merge as a member of its own, or"
                    + " compose the value in its thenApply";
        }
        if (value instanceof Flow.Publisher || value instanceof Closeable || value instanceof BaseStream) {
            return name + " is not a document, but a stream: read it, or reply with Reply.stream";
        }
        return name + " is not a document" + advice();
    }

    /** The advice for a class of Medley, after "is not a document". */
    String advice() {
        return ": put its result, such as exchange.json() or merge.json(), into a merge as a member of its own";
    }

    /** Refuses the builder of an exchange. */
    public static final class NotStarted extends NotADocument {

        /** For Jackson. */
        public NotStarted() {}

        @Override
        String advice() {
            return ", but builds an exchange: call start(), and put the exchange into a merge as a member of its own";
        }
    }
}
