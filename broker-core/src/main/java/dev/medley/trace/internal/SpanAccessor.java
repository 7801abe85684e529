package dev.medley.trace.internal;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ThreadLocalAccessor;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextStorage;
import io.opentelemetry.context.Scope;
import org.jspecify.annotations.Nullable;

/** Carries OpenTelemetry's context into callbacks, as one of the values that a callback runs with. */
final class SpanAccessor implements ThreadLocalAccessor<Context> {

    private static final SpanAccessor ONLY = new SpanAccessor();

    private SpanAccessor() {}

    static void register() {
        ContextRegistry.getInstance().registerThreadLocalAccessor(ONLY);
    }

    @Override
    public Object key() {
        return "opentelemetry";
    }

    @Override
    public @Nullable Context getValue() {
        Context current = ContextStorage.get().current();
        return Context.root().equals(current) ? null : current;
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // Whoever sets a value restores the one before by another call.
    public void setValue(Context value) {
        Scope unused = ContextStorage.get().attach(value);
    }

    @Override
    public void setValue() {
        setValue(Context.root());
    }
}
