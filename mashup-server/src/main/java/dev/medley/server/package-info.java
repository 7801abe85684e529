/** The product: a server for mashups that runs by itself. */
@NullMarked
package dev.medley.server;

import org.jspecify.annotations.NullMarked;
