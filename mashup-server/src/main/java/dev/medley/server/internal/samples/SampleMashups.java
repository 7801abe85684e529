package dev.medley.server.internal.samples;

import dev.medley.config.internal.Configuration;
import dev.medley.partner.PartnerSettings;
import dev.medley.servlet.MashupServlet;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sample mashups that a configuration permits. */
public final class SampleMashups {

    private static final Logger LOG = LoggerFactory.getLogger(SampleMashups.class);

    /** The partners of the trip; the other samples use all that there are. */
    private static final List<String> OF_TRIP = List.of("weather", "hotels", "news");

    private SampleMashups() {}

    /** Returns the classes of all samples. */
    public static List<Class<? extends MashupServlet>> classes() {
        return List.of(TripServlet.class, FanoutServlet.class, PassServlet.class, PricesServlet.class);
    }

    /**
     * Returns the samples to serve: none unless {@code server.samples} is true, and only those whose partners and topics are in the
     * configuration. One without its partners is logged, because a load test has partners of other names.
     */
    public static List<MashupServlet> of(Configuration configuration) {
        if (!configuration.server().samples()) {
            return List.of();
        }
        List<MashupServlet> served = new ArrayList<>();
        if (hasPartnersOfTrip(configuration)) {
            served.add(new TripServlet());
        }
        served.add(new FanoutServlet());
        served.add(new PassServlet());
        if (configuration.topics().stream()
                .anyMatch(topic -> topic.settings().name().equals(PricesServlet.TOPIC))) {
            served.add(new PricesServlet());
        }
        return List.copyOf(served);
    }

    private static boolean hasPartnersOfTrip(Configuration configuration) {
        List<String> present =
                configuration.partners().stream().map(PartnerSettings::name).toList();
        List<String> missing =
                OF_TRIP.stream().filter(name -> !present.contains(name)).toList();
        if (!missing.isEmpty()) {
            LOG.warn(
                    "the sample mashup /trip is not served: it needs the partners {}; missing: {}; configured: {}",
                    String.join(", ", OF_TRIP),
                    String.join(", ", missing),
                    present.isEmpty() ? "none" : String.join(", ", present));
        }
        return missing.isEmpty();
    }
}
