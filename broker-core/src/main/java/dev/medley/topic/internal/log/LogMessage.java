package dev.medley.topic.internal.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A message in the log, as the members of a JSON object that all its subscribers get: it is encoded once, when it is published.
 * Immutable.
 */
public final class LogMessage {

    /** What an entry costs beside its members, in bytes: its objects, and its place in the order of the log. */
    static final int OVERHEAD = 160;

    private final long offset;
    private final String subject;
    private final byte[] members;
    private final long nanos;
    private final LogCounts counts;

    /** Creates a message at {@code offset} of the log {@code epoch}, of a JSON document without line breaks. */
    LogMessage(String epoch, long offset, String subject, byte[] data, long nanos, LogCounts counts) {
        this.offset = offset;
        this.subject = subject;
        this.nanos = nanos;
        this.counts = counts;
        String head = "\"position\":\"" + epoch + ':' + offset + "\",\"subject\":\"" + subject + "\",\"data\":";
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length() + data.length + 1);
        bytes.writeBytes(head.getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(data);
        bytes.write('}');
        members = bytes.toByteArray();
    }

    /** Returns its offset. */
    public long offset() {
        return offset;
    }

    /** Returns its subject. */
    public String subject() {
        return subject;
    }

    /**
     * Returns the last members of the object, and its end: {@code "position":"…","subject":"…","data":…}}, without line breaks. Not to
     * be changed.
     */
    public byte[] members() {
        return members;
    }

    /** Returns when it was published, by the clock of the broker. */
    public long nanos() {
        return nanos;
    }

    /** It has been handed to the kernel at {@code now}, for one subscription. */
    public void delivered(long now) {
        counts.delivered(members.length, now - nanos);
    }

    /** Returns the bytes that the log counts for it. */
    long size() {
        return (long) members.length + OVERHEAD;
    }
}
