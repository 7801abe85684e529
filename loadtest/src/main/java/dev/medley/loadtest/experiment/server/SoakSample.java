package dev.medley.loadtest.experiment.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The server at one moment of a soak.
 *
 * @param server the sample
 * @param directMegabytes memory of direct buffers
 * @param permits of partners and of the inbound admission, in use
 * @param queued exchanges and inbound requests that wait for a permit
 */
public record SoakSample(ServerSample server, double directMegabytes, double permits, double queued) {

    private static final Pattern DIRECT =
            Pattern.compile("^jvm_buffer_memory_used_bytes\\{id=\"direct\"[^}]*} (\\S+)$", Pattern.MULTILINE);
    private static final double MEGA = 1024.0 * 1024;

    /** Reads the pages of administration. */
    static SoakSample of(ServerSample server, JsonNode status, String metrics) {
        Matcher direct = DIRECT.matcher(metrics);
        double megabytes = direct.find() ? Double.parseDouble(direct.group(1)) / MEGA : Double.NaN;
        JsonNode admission = status.path("inbound").path("admission");
        double permits = admission.path("used").asDouble(0);
        for (JsonNode partner : status.path("outbound").path("partners").values()) {
            for (JsonNode endpoint : partner.path("endpoints").values()) {
                permits += endpoint.path("outstanding").asDouble(0);
            }
        }
        double queued = status.path("outbound").path("queued").asDouble(0)
                + admission.path("queued").asDouble(0);
        return new SoakSample(server, megabytes, permits, queued);
    }
}
