/** The requests for tokens of partners and the responses to them, as OAuth 2.0 has them (RFC 6749). */
@NullMarked
package dev.medley.exchange.internal.token;

import org.jspecify.annotations.NullMarked;
