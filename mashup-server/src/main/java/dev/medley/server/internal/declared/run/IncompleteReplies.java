package dev.medley.server.internal.declared.run;

import dev.medley.mashup.Reply;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The last replies of declared mashups and scripts that were not complete, each with its completeness manifest in full, which is for
 * administrators only: it has addresses, and messages of exceptions. In memory, and bounded. Thread-safe.
 */
public final class IncompleteReplies {

    /** The page of administration that has them. */
    public static final String PATH = "/manifests";

    /** The replies that are kept. */
    static final int CAPACITY = 100;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Map<String, Object>> last = new ArrayDeque<>();
    private long total;

    /** Creates instances without a reply. */
    public IncompleteReplies() {}

    /** Adds the manifest of a reply in full, in place of the oldest one if there are enough. */
    public void add(Map<String, Object> manifest) {
        lock.lock();
        try {
            total++;
            last.addFirst(manifest);
            if (last.size() > CAPACITY) {
                last.removeLast();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns a reply with their document, the newest first. */
    public Reply toReply() {
        Map<String, Object> document = new LinkedHashMap<>();
        lock.lock();
        try {
            document.put("total", total);
            document.put("kept", CAPACITY);
            document.put("replies", List.copyOf(last));
        } finally {
            lock.unlock();
        }
        return Reply.json(document);
    }
}
