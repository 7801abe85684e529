package dev.medley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.Configuration;
import dev.medley.config.ConfigurationException;
import dev.medley.config.ConfigurationReader;
import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class MashupSettingsMisuseTest {

    private static final String SERVER = "server: {port: 0, host: 127.0.0.1, admin: {port: 0}}\n";

    @Test
    void aMashupReadsItsSettingsAtTheStart() throws IOException {
        try (MedleyServer server = MedleyServer.builder()
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

        assertThatThrownBy(
                        () -> MedleyServer.builder().mashup(new ShopServlet()).start(configuration))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(
                        "medley.yaml:4: settings.shop.max-items: 'many' is not a whole number; expected a whole number"
                                + " from 1 to 100 (read by " + ShopServlet.class.getName() + ")");
    }

    @Test
    void theProblemsOfAllMashupsAreReportedTogether() {
        Configuration configuration = configuration("settings: {shop: {max-items: many}, cart: {open: 5}}\n");

        assertThatThrownBy(() -> MedleyServer.builder()
                        .mashup(new ShopServlet())
                        .mashup(new CartServlet())
                        .start(configuration))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("settings.shop.max-items")
                .hasMessageContaining("settings.cart.open");
    }

    @Test
    void aKeyThatNoMashupReadsKeepsTheServerFromStarting() {
        Configuration configuration = configuration("settings:\n  shop:\n    curency: USD\n");

        assertThatThrownBy(
                        () -> MedleyServer.builder().mashup(new ShopServlet()).start(configuration))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("medley.yaml:4: settings.shop.curency: no mashup reads it in init(); did you mean"
                        + " settings.shop.currency?");
    }

    @Test
    void aConstructorIsTooEarlyForSettings() {
        assertThatThrownBy(EarlyServlet::new).isInstanceOf(IllegalStateException.class);
    }

    private static Configuration configuration(String settings) {
        return ConfigurationReader.parse("medley.yaml", SERVER + settings, Map.of(), Map.of());
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
            settings().flag("cart.open");
        }

        @Override
        protected CompletionStage<Reply> compose(Mashup mashup) {
            return CompletableFuture.completedFuture(Reply.text("open"));
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
