package dev.medley.server.capacity;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The ports that outbound connections get: a range, without those in it that are reserved. */
final class LocalPorts {

    private static final Pattern RANGE = Pattern.compile("([0-9]{1,5})\\s+([0-9]{1,5})");
    private static final Pattern RESERVED = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");

    private LocalPorts() {}

    static OptionalLong count(SystemFiles files) {
        List<String> range = files.lines("proc/sys/net/ipv4/ip_local_port_range");
        Matcher matcher = RANGE.matcher(range.isEmpty() ? "" : range.get(0).strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = Integer.parseInt(matcher.group(2));
        return OptionalLong.of(last - first + 1 - reserved(files, first, last));
    }

    private static long reserved(SystemFiles files, int first, int last) {
        long count = 0;
        for (String line : files.lines("proc/sys/net/ipv4/ip_local_reserved_ports")) {
            Matcher matcher = RESERVED.matcher(line);
            while (matcher.find()) {
                int from = Math.max(first, Integer.parseInt(matcher.group(1)));
                String end = matcher.group(2) == null ? matcher.group(1) : matcher.group(2);
                int to = Math.min(last, Integer.parseInt(end));
                count += Math.max(0, to - from + 1);
            }
        }
        return count;
    }
}
