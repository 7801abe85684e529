package dev.medley.loadtest.jmeter;

/**
 * One request, as JMeter records it.
 *
 * @param start in milliseconds of the epoch
 * @param elapsed milliseconds until the last byte of the answer, or until the failure
 * @param code the status, or what JMeter gives in place of one
 */
record JMeterSample(long start, long elapsed, boolean success, String code) {

    long end() {
        return start + elapsed;
    }
}
