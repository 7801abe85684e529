package dev.medley.loadtest.topics;

import java.util.List;
import java.util.Map;

/**
 * What the subscribers of a process have seen.
 *
 * @param subscribed subscriptions that began
 * @param received messages
 * @param lost numbers that were left out without a gap before
 * @param skipped numbers that were left out behind a gap
 * @param repeated messages that came twice, without a restart between
 * @param repeatedInNewEpoch messages that came again after a restart
 * @param disorder messages with a number below an earlier one
 * @param gaps that the server reported
 * @param heartbeats pings and comments
 * @param broken connections, or streams, that ended
 * @param resumed subscriptions that began again where they had been
 * @param bytes read since the last {@code begin}
 * @param least the least last number of a subscription
 * @param most the greatest last number of a subscription
 * @param histogram the latencies in microseconds since the last {@code begin}, compressed and in base64
 * @param last of each number since {@code begin} that is of all subscribers: the microseconds until its last reading, and its readers
 * @param failures what else went wrong, and how often
 * @param cpuSeconds CPU time of the process
 */
public record SubscriberFigures(
        long subscribed,
        long received,
        long lost,
        long skipped,
        long repeated,
        long repeatedInNewEpoch,
        long disorder,
        long gaps,
        long heartbeats,
        long broken,
        long resumed,
        long bytes,
        long least,
        long most,
        String histogram,
        Map<Long, List<Long>> last,
        Map<String, Integer> failures,
        double cpuSeconds) {}
