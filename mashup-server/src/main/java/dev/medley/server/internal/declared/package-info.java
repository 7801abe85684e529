/** The mashups that the configuration declares: compiled once, run for each request as wide as their data allows. */
@NullMarked
package dev.medley.server.internal.declared;

import org.jspecify.annotations.NullMarked;
