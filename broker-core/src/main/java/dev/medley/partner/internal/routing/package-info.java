/** Which exchanges with a partner go to another partner: instead, to its canary, or also, to its mirror. */
@NullMarked
package dev.medley.partner.internal.routing;

import org.jspecify.annotations.NullMarked;
