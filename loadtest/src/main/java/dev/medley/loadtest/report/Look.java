package dev.medley.loadtest.report;

import java.util.List;

/**
 * What sets a curve apart from its neighbours: a colour, and, for those who cannot tell the colours or have printed them
 * in grey, a dash and a marker.
 *
 * @param cssClass the class that has the colour
 * @param dash the pattern of its line
 * @param marker the shape of its points
 */
record Look(String cssClass, String dash, Marker marker) {

    /** As many as the style sheet has colours. */
    private static final List<String> DASHES = List.of("none", "7 4", "2 3", "10 3 2 3", "14 5", "5 2 2 2 2 2");

    private static final List<Marker> MARKERS = List.of(Marker.values());

    /** The look of the curve with this index. Beyond the colours, a colour comes again with another dash and marker. */
    static Look of(int index) {
        int colours = DASHES.size();
        int shape = index + index / colours;
        return new Look("c" + index % colours, DASHES.get(shape % colours), MARKERS.get(shape % MARKERS.size()));
    }
}
