/** The product: a standalone server for mashups. */
@NullMarked
package dev.medley.server;

import org.jspecify.annotations.NullMarked;
