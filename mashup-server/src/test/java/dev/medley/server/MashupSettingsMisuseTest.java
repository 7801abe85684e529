package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.medley.config.ConfigurationException;
import dev.medley.config.internal.Configuration;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.server.internal.declaration.ServerConfiguration;
import dev.medley.server.internal.lifecycle.RunningServer;
import dev.medley.server.internal.lifecycle.ServerBuilder;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MashupSettingsMisuseTest {

    private static final String SERVER = "server: {port: 0, host: 127.0.0.1, admin: {port: 0}}\n";

    @Test
    void aMashupReadsItsSettingsAtTheStart() throws IOException {
        try (RunningServer server = new ServerBuilder()
                .port(0)
                .setting("shop.currency", "USD")
                .mashup(new ShopServlet())
                .start()) {
            assertThat(Replies.get(server.uri(), "/shop").body()).isEqualTo("USD 5");
        }
    }

    @Test
    void aWrongValueKeepsTheServerFromStarting() {
        Configuration configuration = configuration("settings:\n  shop:\n    max-items: many\n");

        assertThatThrownBy(() -> new ServerBuilder().mashup(new ShopServlet()).start(configuration))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "medley.yaml:4:16: settings.shop.max-items: 'many' is not a whole number; expected a whole number"
                                + " from 1 to 100 (read by " + ShopServlet.class.getName() + ")");
    }

    @Test
    void theProblemsOfAllMashupsAreReportedTogether() {
        Configuration configuration = configuration("settings: {shop: {max-items: many}, cart: {open: 5}}\n");

        assertThatThrownBy(() -> new ServerBuilder()
                        .mashup(new ShopServlet())
                        .mashup(new CartServlet())
                        .start(configuration))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("settings.shop.max-items")
                .hasMessageContaining("settings.cart.open");
    }

    @Test
    void theProblemsOfOneMashupAreReportedTogetherAndNotInTheLogBefore() {
        Configuration configuration =
                configuration("settings: {shop: {currency: [EUR], max-items: many}, cart: {open: 5, size: much}}\n");
        Logger jetty = (Logger) LoggerFactory.getLogger("org.eclipse.jetty");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        jetty.addAppender(lines);
        try {
            assertThatThrownBy(() -> new ServerBuilder()
                            .mashup(new ShopServlet())
                            .mashup(new CartServlet())
                            .start(configuration))
                    .isInstanceOfSatisfying(
                            ConfigurationException.class,
                            failure -> assertThat(failure.problems()).hasSize(4));
        } finally {
            jetty.detachAppender(lines);
        }
        assertThat(lines.list).extracting(ILoggingEvent::getMessage).doesNotContain("unavailable");
    }

    @Test
    void aFailureOfAnInitThatGotADefaultIsReportedByTheWrongValue() {
        Configuration configuration = configuration("settings: {shop: {max-items: many}}\n");

        assertThatThrownBy(
                        () -> new ServerBuilder().mashup(new DividingServlet()).start(configuration))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("settings.shop.max-items: 'many'");
    }

    @Test
    void aKeyThatNoMashupReadsKeepsTheServerFromStarting() {
        Configuration configuration = configuration("settings:\n  shop:\n    curency: USD\n");

        assertThatThrownBy(() -> new ServerBuilder().mashup(new ShopServlet()).start(configuration))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("medley.yaml:4:5: settings.shop.curency: no mashup reads it in init(); did you mean"
                        + " settings.shop.currency?");
    }

    @Test
    void aConstructorIsTooEarlyForSettings() {
        assertThatThrownBy(EarlyServlet::new).isInstanceOf(IllegalStateException.class);
    }

    private static Configuration configuration(String settings) {
        return ServerConfiguration.READER.parse("medley.yaml", SERVER + settings, Map.of(), Map.of());
    }

    @WebServlet("/shop")
    private static final class ShopServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        private String greeting = "";

        @Override
        public void init() {
            greeting =
                    settings().text("shop.currency", "EUR") + " " + settings().number("shop.max-items", 1, 100, 5);
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedFuture(Reply.text(greeting));
        }
    }

    @WebServlet("/cart")
    private static final class CartServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        public void init() {
            settings().size("cart.size", 1);
            settings().flag("cart.open");
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedFuture(Reply.text("open"));
        }
    }

    @WebServlet("/dividing")
    private static final class DividingServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        @Override
        public void init() {
            Math.floorDiv(1, settings().number("shop.max-items", 0, 100, 0));
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedFuture(Reply.text("never"));
        }
    }

    private static final class EarlyServlet extends MashupServlet {

        private static final long serialVersionUID = 1L;

        EarlyServlet() {
            settings();
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedFuture(Reply.text("never"));
        }
    }
}
