package dev.medley.loadtest.attack.connection;

import java.util.function.Supplier;

/**
 * One way to attack a server.
 *
 * @param name by which a run selects it
 * @param what the attacker does
 * @param way how its connections reach the server
 * @param bounded whether the bound for other clients holds; false for attacks that only take CPU
 * @param connections at a time
 * @param script of each connection
 */
public record Attack(String name, String what, Way way, boolean bounded, int connections, Supplier<Script> script) {

    /** The connections that an attacker may have at a time. */
    public static final int MAX_CONNECTIONS = 100;

    /** How a connection reaches the server. */
    public enum Way {
        /** In clear text. */
        CLEAR,
        /** In clear text to a port that expects TLS. */
        CLEAR_TO_TLS,
        /** TLS 1.3 with HTTP/1.1. */
        TLS,
        /** TLS 1.3 with HTTP/1.1 in records of one byte. */
        TLS_TINY_RECORDS,
        /** TLS 1.2 with HTTP/1.1. */
        TLS_1_2,
        /** TLS 1.3 with HTTP/2. */
        TLS_H2;

        public boolean needsTls() {
            return this != CLEAR;
        }
    }

    /** An attack in clear text with all connections. */
    public static Attack of(String name, String what, Supplier<Script> script) {
        return new Attack(name, what, Way.CLEAR, true, MAX_CONNECTIONS, script);
    }

    public Attack way(Way other) {
        return new Attack(name, what, other, bounded, connections, script);
    }

    /** The same, with the figures of the other clients in the table but without their bound. */
    public Attack onlyCpu() {
        return new Attack(name, what, way, false, connections, script);
    }

    public Attack connections(int number) {
        return new Attack(name, what, way, bounded, number, script);
    }
}
