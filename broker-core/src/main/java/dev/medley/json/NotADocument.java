package dev.medley.json;

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
import tools.jackson.databind.module.SimpleModule;

/**
 * Refuses a value that is the way to a document, and none itself: a stage, an exchange. Jackson would write its getters.
 * By annotation on the classes of Medley, so that it holds for any mapper of Jackson; for those of the JDK in {@link Json}.
 */
public final class NotADocument extends ValueSerializer<Object> {

    /** For Jackson. */
    public NotADocument() {}

    @Override
    public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
        throw DatabindException.from(context, refusal(value));
    }

    static SimpleModule ofTheJdk() {
        NotADocument refusing = new NotADocument();
        SimpleModule module = new SimpleModule("medley");
        for (Class<?> type : new Class<?>[] {
            CompletionStage.class, Future.class, Flow.Publisher.class, BaseStream.class, InputStream.class, Reader.class
        }) {
            module.addSerializer(type, refusing);
        }
        return module;
    }

    private static String refusal(Object value) {
        String type = value.getClass().getSimpleName();
        String name = type.isEmpty() ? value.getClass().getName() : type;
        if (value instanceof CompletionStage || value instanceof Future) {
            return "a " + name
                    + " is not a document, but a stage of one: put it into a merge as a member of its own, or"
                    + " compose the value in its thenApply";
        }
        if (value instanceof Flow.Publisher || value instanceof Closeable || value instanceof BaseStream) {
            return "a " + name + " is not a document, but a stream: read it, or reply with Reply.stream";
        }
        return "a " + name
                + " is not a document: put its result, such as exchange.json() or merge.json(), into a merge as a"
                + " member of its own";
    }
}
