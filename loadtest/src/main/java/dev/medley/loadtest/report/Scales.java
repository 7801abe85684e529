package dev.medley.loadtest.report;

/** Chooses the scales of a plot. */
final class Scales {

    private static final double GAP = 14;
    private static final int WIDTH_OF_TICK = 80;
    private static final int FEWEST_TICKS = 2;

    private Scales() {}

    static Scale vertical(Axis axis, Extent values, int ticks) {
        return axis.kind() == Axis.Kind.LOG ? LogScale.of(values, ticks) : LinearScale.vertical(axis, values, ticks);
    }

    /** A scale with as many ticks as have room for their labels on {@code width}. */
    static Scale horizontal(Axis axis, Extent values, double width) {
        int ticks = Math.max(FEWEST_TICKS, (int) (width / WIDTH_OF_TICK));
        Scale scale = horizontal(axis, values, ticks);
        while (ticks > FEWEST_TICKS && !haveRoom(scale, width)) {
            ticks--;
            scale = horizontal(axis, values, ticks);
        }
        return scale;
    }

    private static Scale horizontal(Axis axis, Extent values, int ticks) {
        return axis.kind() == Axis.Kind.LOG ? LogScale.of(values, ticks) : LinearScale.horizontal(axis, values, ticks);
    }

    private static boolean haveRoom(Scale scale, double width) {
        for (int i = 1; i < scale.ticks().size(); i++) {
            Tick left = scale.ticks().get(i - 1);
            Tick right = scale.ticks().get(i);
            double distance = (scale.fraction(right.value()) - scale.fraction(left.value())) * width;
            if (distance < (Lettering.width(left.label()) + Lettering.width(right.label())) / 2 + GAP) {
                return false;
            }
        }
        return true;
    }
}
