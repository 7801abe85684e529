package dev.medley.loadtest.codec;

import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Encodes an order as JSON, and decodes that. Thread-safe. */
final class Coding implements Runnable {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final ObjectWriter WRITER = JSON.writerFor(Order.class);
    private static final ObjectReader READER = JSON.readerFor(Order.class);

    private final Order order = Order.sample();

    /** Encodes and decodes once. */
    @Override
    public void run() {
        Order decoded = READER.readValue(WRITER.writeValueAsBytes(order));
        if (decoded.lines().size() != order.lines().size()) {
            throw new IllegalStateException("the order has %d lines once decoded; expected %d"
                    .formatted(decoded.lines().size(), order.lines().size()));
        }
    }

    /** Returns the length of the document, in bytes. */
    int length() {
        return WRITER.writeValueAsBytes(order).length;
    }
}
