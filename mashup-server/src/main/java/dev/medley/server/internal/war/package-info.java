/** Extensions of the product's WAR: administration and logging. */
@NullMarked
package dev.medley.server.internal.war;

import org.jspecify.annotations.NullMarked;
