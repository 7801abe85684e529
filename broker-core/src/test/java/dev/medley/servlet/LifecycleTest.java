package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** A mashup overrides {@code init()} and {@code destroy()} as any servlet does, without a call of {@code super}. */
class LifecycleTest {

    @InEachContainer
    void aMashupIsInitialisedBeforeItsFirstRequestAndDestroyedOnce(WebContainer.Kind kind, ExecutionMode mode)
            throws Exception {
        Counted counted = new Counted();
        try (MashupRig rig = MashupRig.in(mode).container(kind).serve(counted)) {
            assertThat(rig.get("/").body()).isEqualTo("1 of tested");
            assertThat(rig.get("/").body()).isEqualTo("1 of tested");
            assertThat(counted.destroyed).hasValue(0);
        }
        assertThat(counted.initialised).hasValue(1);
        assertThat(counted.destroyed).hasValue(1);
    }

    /** Calls no method of its superclass. */
    private static final class Counted extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private final transient AtomicInteger initialised = new AtomicInteger();
        private final transient AtomicInteger destroyed = new AtomicInteger();

        @Override
        public void init() {
            initialised.incrementAndGet();
        }

        @Override
        public void destroy() {
            destroyed.incrementAndGet();
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text(initialised + " of " + getServletName()));
        }
    }
}
