/** What the product's WAR has that a servlet container starts, beside its mashups. */
@NullMarked
package dev.medley.server.war;

import org.jspecify.annotations.NullMarked;
