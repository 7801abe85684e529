package dev.medley.server.internal.samples;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import dev.medley.topic.PublicationException;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /prices}: a page that shows the topic {@code sample-prices} live. The mashup publishes to it: made-up rates of some currencies, once a
 * second, where that topic is declared.
 */
@WebServlet("/prices")
public final class PricesServlet extends MashupServlet {

    /** The topic. */
    static final String TOPIC = "sample-prices";

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(PricesServlet.class);
    private static final int DIGITS = 4;
    /** Of a rate, in one second. */
    private static final double LARGEST_CHANGE = 0.002;

    /** Used by the thread that publishes. */
    private final transient Map<String, Double> rates = new LinkedHashMap<>();

    private transient @Nullable ScheduledExecutorService seconds;
    private transient @Nullable Future<?> publications;
    private byte @Nullable [] page;

    /** Creates the mashup. */
    public PricesServlet() {
        rates.putAll(Map.of("eur", 1.07, "gbp", 1.25, "chf", 1.12, "cad", 0.73, "nok", 0.092));
    }

    @Override
    public void init() throws ServletException {
        try (InputStream in = PricesServlet.class.getResourceAsStream("prices.html")) {
            if (in == null) {
                throw new ServletException("the JAR has no prices.html");
            }
            page = in.readAllBytes();
        } catch (IOException x) {
            throw new ServletException(x);
        }
        ScheduledExecutorService made = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "medley-sample-prices");
            thread.setDaemon(true);
            return thread;
        });
        seconds = made;
        publications = made.scheduleAtFixedRate(this::publish, 0, 1, TimeUnit.SECONDS);
    }

    /** Publishes each rate. */
    private void publish() {
        try {
            rates.replaceAll((currency, rate) -> {
                double next = rate * (1 + ThreadLocalRandom.current().nextDouble(-LARGEST_CHANGE, LARGEST_CHANGE));
                topics().publish(TOPIC + "." + currency, Map.of("rate", rounded(next), "change", rounded(next - rate)));
                return next;
            });
        } catch (PublicationException x) {
            LOG.debug("the sample prices are not published", x);
            destroy();
        }
    }

    private static BigDecimal rounded(double value) {
        return BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_UP);
    }

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        return CompletableFuture.completedStage(Reply.bytes("text/html; charset=utf-8", Objects.requireNonNull(page)));
    }

    @Override
    public void destroy() {
        Future<?> begun = publications;
        if (begun != null) {
            begun.cancel(false);
        }
        if (seconds != null) {
            seconds.shutdown();
        }
    }
}
