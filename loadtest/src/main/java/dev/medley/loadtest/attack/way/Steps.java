package dev.medley.loadtest.attack.way;

import dev.medley.loadtest.attack.connection.Attack;

/** Steps that plans of HTTP/2 have in common. */
public final class Steps {

    /** Streams that the server permits on a connection. */
    static final int STREAMS = 128;

    /** Frames of one round. */
    private static final int AT_ONCE = 1000;

    private Steps() {}

    /** Puts the frame of a number. */
    interface Numbered {
        void put(int number);
    }

    /** Puts many frames. */
    static void repeat(Numbered frame) {
        for (int i = 0; i < AT_ONCE; i++) {
            frame.put(i);
        }
    }

    /** Sends requests that have no body. */
    public static void gets(Http2Client client, byte[] block, int number) {
        for (int i = 0; i < number; i++) {
            client.frames().headers(client.open(), block, true);
        }
    }

    /** Sends the heads of requests whose bodies follow. */
    static void posts(Http2Client client, byte[] block, int number) {
        for (int i = 0; i < number; i++) {
            client.frames().headers(client.open(), block, false);
        }
    }

    /** Sends requests without a body until all streams that the server permits are open. */
    static void fill(Http2Client client, byte[] block) {
        gets(client, block, STREAMS - client.openStreams());
    }

    /** Header fields of a GET in clear text. */
    static byte[] get(String path) {
        return FieldBlock.get(path, Attack.Way.CLEAR).bytes();
    }

    /** Begins the header fields of a POST, of JSON in clear text, whose body is read whole. */
    static FieldBlock post() {
        return FieldBlock.post(Targets.STORE, Attack.Way.CLEAR).field("content-type", "application/json");
    }

    static Attack attack(String name, String what, Http2Client.Plan plan) {
        return Attack.of(name, what, () -> new Http2Client(plan));
    }
}
