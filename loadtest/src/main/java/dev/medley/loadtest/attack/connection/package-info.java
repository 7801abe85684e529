/** A connection of the attacker: an attack and its steps, what is sent, over TCP or TLS, by one thread. */
@NullMarked
package dev.medley.loadtest.attack.connection;

import org.jspecify.annotations.NullMarked;
