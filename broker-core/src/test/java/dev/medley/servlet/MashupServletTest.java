package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.medley.config.ExecutionMode;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import jakarta.servlet.ServletException;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

/** A forgotten registration is reported. */
class MashupServletTest {

    @InEachMode
    void aMashupThatMayNotBeSuspendedIsAnInternalErrorAndNoHang(ExecutionMode mode) throws Exception {
        try (MashupRig rig = MashupRig.in(mode)
                .withoutAsyncSupport()
                .serve(mashup -> CompletableFuture.completedStage(Reply.text("never")))) {
            HttpResponse<String> reply = rig.get("/");

            assertThat(reply.statusCode()).isEqualTo(500);
            assertThat(reply.body()).contains("the mashup failed");
            assertThat(rig.onlyReplied().status()).isEqualTo(500);
        }
    }

    @Test
    void withoutABrokerAMashupDoesNotStart() throws Exception {
        Server server = new Server();
        ServletContextHandler context = new ServletContextHandler("/shop");
        ServletHolder holder = new ServletHolder(new Hello());
        holder.setInitOrder(1);
        context.addServlet(holder, "/hello");
        server.setHandler(context);

        assertThatExceptionOfType(ServletException.class)
                .isThrownBy(server::start)
                .withMessageContaining("no broker has been started for the application at '/shop'");
        server.stop();
    }

    /** A mashup. */
    private static final class Hello extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("hello"));
        }
    }
}
