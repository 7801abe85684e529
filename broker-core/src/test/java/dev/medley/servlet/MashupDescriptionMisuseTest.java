package dev.medley.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.medley.config.ExecutionMode;
import dev.medley.exchange.internal.DefaultBroker;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.annotation.MashupMethods;
import dev.medley.servlet.annotation.MashupPartners;
import dev.medley.servlet.annotation.MashupPath;
import dev.medley.servlet.internal.MashupRuntime;
import dev.medley.servlet.internal.routing.MashupDescription;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.junit.jupiter.api.Test;

/** A mashup whose class or annotations are wrong does not start; the message has class, value and what was expected. */
class MashupDescriptionMisuseTest {

    @Test
    void aMethodThatIsNeverCalledIsRefused() {
        assertRefused(Posting.class, "Posting.doPost is never called; expected compose, and the methods by @Mashup");
        assertRefused(BelowPosting.class, "BelowPosting: ", "$Posting.doPost is never called");
    }

    @Test
    void whatWouldTakeAMashupFromMedleyDoesNotCompile() throws Exception {
        assertThat(MashupServlet.class.getMethod("init", ServletConfig.class).getModifiers())
                .matches(Modifier::isFinal);
        assertThat(MashupServlet.class
                        .getMethod("service", ServletRequest.class, ServletResponse.class)
                        .getModifiers())
                .matches(Modifier::isFinal);
        assertThat(MashupServlet.class
                        .getDeclaredMethod("service", HttpServletRequest.class, HttpServletResponse.class)
                        .getModifiers())
                .matches(Modifier::isFinal);
    }

    @Test
    void methodsThatAreNoneAreRefused() {
        assertRefused(
                NoMethod.class, "@MashupMethods is empty", "expected for example @MashupMethods({\"GET\", \"POST\"})");
        assertRefused(SmallMethod.class, "invalid method 'get' in @MashupMethods: it is not a method in capitals");
        assertRefused(SeveralMethods.class, "invalid method 'GET, POST' in @MashupMethods");
        assertRefused(Tracing.class, "invalid method 'TRACE' in @MashupMethods");
    }

    @Test
    void templatesThatAreNoneAreRefused() {
        assertRefused(NoTemplate.class, "@MashupPath is empty");
        assertRefused(Unclosed.class, "invalid template '/user/{id' in @MashupPath", "such as {id}");
        assertRefused(Twice.class, "'/user/{id}/{id}' in @MashupPath: the variable id is in it twice");
        assertRefused(Same.class, "'/user/{id}' and '/user/{name}' in @MashupPath match the same paths");
        assertRefused(Outside.class, "no request matches the template '/users/{id}'", "expected one within /user/*");
    }

    @Test
    void aPathWithoutASlashIsRefused() {
        assertRefused(NoSlash.class, "invalid path 'user' in @WebServlet; expected one that begins with /");
        assertRefused(TwoAsterisks.class, "invalid path '/user/**' in @WebServlet", "a * as its last segment only");
    }

    @Test
    void partnersThatAreNotConfiguredAreRefused() {
        MashupDescription description = MashupDescription.of(Travel.class);

        assertThat(description.partners()).containsExactly("weather", "news", "hotels");
        description.checkPartners(List.of("hotels", "news", "weather", "more"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> description.checkPartners(List.of("news")))
                .withMessage(Travel.class.getName()
                        + ": @MashupPartners names weather, hotels, not configured; configured: news");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> description.checkPartners(List.of()))
                .withMessageContaining("configured: none");
    }

    @Test
    void theStartOfAContainerFailsWithTheReason() throws Exception {
        assertDoesNotStart(new Travel(), "@MashupPartners names weather, news, hotels, not configured");
        assertDoesNotStart(new Posting(), "Posting.doPost is never called");
        assertDoesNotStart(new Anywhere(), "'/users/{id}' in @MashupPath; expected one within /shop/*");
    }

    @Test
    void aDescriptionHasTheAnnotationsOfAMashup() {
        MashupDescription description = MashupDescription.of(Right.class);

        assertThat(description.name()).isEqualTo("users");
        assertThat(description.className()).isEqualTo(Right.class.getName());
        assertThat(description.paths()).containsExactly("/user/*", "/me");
        assertThat(description.templates()).containsExactly("/me", "/user/{id}");
        assertThat(description.methods()).containsExactly("GET", "HEAD", "PUT");
        assertThat(description.partners()).isEmpty();
    }

    private static void assertRefused(Class<? extends MashupServlet> mashup, String... messages) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MashupDescription.of(mashup))
                .withMessageStartingWith(mashup.getName() + ": ")
                .satisfies(refused -> assertThat(refused).hasMessageContainingAll(messages));
    }

    private static void assertDoesNotStart(MashupServlet mashup, String message) throws Exception {
        Server server = new Server();
        ServletContextHandler context = new ServletContextHandler("/");
        try (DefaultBroker broker = DefaultBroker.builder().build().start()) {
            new MashupRuntime(broker, ExecutionMode.ASYNC, Duration.ofSeconds(1), 1, 1)
                    .install(context.getServletContext());
            ServletHolder holder = new ServletHolder(mashup);
            holder.setInitOrder(1);
            context.addServlet(holder, "/shop/*");
            server.setHandler(context);

            assertThatExceptionOfType(ServletException.class)
                    .isThrownBy(server::start)
                    .withMessageContaining(mashup.getClass().getName() + ": ")
                    .withMessageContaining(message);
        } finally {
            server.stop();
        }
    }

    /** A mashup. */
    private abstract static class Mashed extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedStage(Reply.text("never"));
        }
    }

    @WebServlet("/user")
    private static class Posting extends Mashed {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) {
            throw new AssertionError("called");
        }
    }

    @WebServlet("/user")
    private static final class BelowPosting extends Posting {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user")
    @MashupMethods({})
    private static final class NoMethod extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user")
    @MashupMethods("get")
    private static final class SmallMethod extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user")
    @MashupMethods("GET, POST")
    private static final class SeveralMethods extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user")
    @MashupMethods({"GET", "TRACE"})
    private static final class Tracing extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user/*")
    @MashupPath({})
    private static final class NoTemplate extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user/*")
    @MashupPath("/user/{id")
    private static final class Unclosed extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user/*")
    @MashupPath("/user/{id}/{id}")
    private static final class Twice extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user/*")
    @MashupPath({"/user/{id}", "/user/{name}"})
    private static final class Same extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user/*")
    @MashupPath("/users/{id}")
    private static final class Outside extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("user")
    private static final class NoSlash extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/user/**")
    private static final class TwoAsterisks extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet("/travel")
    @MashupPartners({"weather", "news", "hotels"})
    private static final class Travel extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    /** Mapped by its registration. */
    @MashupPath("/users/{id}")
    private static final class Anywhere extends Mashed {
        private static final long serialVersionUID = 1L;
    }

    @WebServlet(
            name = "users",
            urlPatterns = {"/user/*", "/me"})
    @MashupPath({"/user/{id}", "/me"})
    @MashupMethods({"GET", "PUT"})
    private static final class Right extends Mashed {
        private static final long serialVersionUID = 1L;
    }
}
