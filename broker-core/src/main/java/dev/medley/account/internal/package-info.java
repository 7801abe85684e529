/**
 * The bytes that a broker holds for its clients: one budget, and an account for each connection of a client with a share of it.
 *
 * <p>It depends on no other package.
 */
@NullMarked
package dev.medley.account.internal;

import org.jspecify.annotations.NullMarked;
