package dev.medley.server.cli;

import dev.medley.server.MedleyServer;
import dev.medley.server.mashups.MashupFolder;
import dev.medley.server.samples.FanoutServlet;
import dev.medley.server.samples.PassServlet;
import dev.medley.server.samples.TripServlet;
import dev.medley.servlet.MashupServlet;
import java.util.List;

/** The sample mashups. */
final class SampleMashups {

    private static final List<MashupServlet> SERVLETS =
            List.of(new TripServlet(), new FanoutServlet(), new PassServlet());

    private SampleMashups() {}

    /** Returns their classes. */
    static List<Class<? extends MashupServlet>> classes() {
        return SERVLETS.stream()
                .<Class<? extends MashupServlet>>map(MashupServlet::getClass)
                .toList();
    }

    /** Returns a builder of a server with the sample mashups and those of {@code folder}. */
    static MedleyServer.Builder with(MashupFolder folder) {
        MedleyServer.Builder builder = MedleyServer.builder();
        SERVLETS.forEach(builder::mashup);
        folder.mashups().forEach(builder::mashup);
        return builder;
    }
}
