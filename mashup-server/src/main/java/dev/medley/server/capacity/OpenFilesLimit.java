package dev.medley.server.capacity;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The limits on open files, as {@code /proc/self/limits} has them. */
final class OpenFilesLimit {

    private static final Pattern LINE = Pattern.compile("Max open files\\s+(\\S+)\\s+(\\S+)\\s.*");

    private OpenFilesLimit() {}

    /** The soft limit for {@code column} 0, the hard one for 1. */
    static OptionalLong read(SystemFiles files, int column) {
        for (String line : files.lines("proc/self/limits")) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                String limit = matcher.group(column + 1);
                return limit.equals("unlimited") ? OptionalLong.of(Long.MAX_VALUE) : SystemFiles.parse(limit);
            }
        }
        return OptionalLong.empty();
    }
}
