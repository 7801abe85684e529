/** The ways to attack, by heads, bodies, frames, resets, windows and handshakes. */
@NullMarked
package dev.medley.loadtest.attack.way;

import org.jspecify.annotations.NullMarked;
