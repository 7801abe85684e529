/**
 * Clients that try to bring a server down, and what other clients see meanwhile. {@code AttackCommand} runs the server, the
 * partners and the other clients; the attacker is a process of its own, {@code Attacker}, with one thread.
 */
@NullMarked
package dev.medley.loadtest.attack;

import org.jspecify.annotations.NullMarked;
