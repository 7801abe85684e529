package dev.medley.partner.internal;

import dev.medley.connection.internal.address.Address;

/**
 * Where an endpoint is, and how much it is used.
 *
 * @param weight the share of the attempts that it takes, relative to those of the others
 * @param priority endpoints with a lower number are used as long as one of them can be
 */
record Place(Address address, int weight, int priority) {}
