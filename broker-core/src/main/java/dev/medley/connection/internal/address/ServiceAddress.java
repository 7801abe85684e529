package dev.medley.connection.internal.address;

import java.net.InetAddress;

/**
 * One address of a service, by its SRV record (RFC 2782).
 *
 * @param port of TCP
 * @param priority those with a lower number are used as long as one of them can be
 * @param weight share of the use among those of a priority, 0 for hardly any
 */
public record ServiceAddress(InetAddress address, int port, int priority, int weight) {}
