/** The keys of the section {@code server}, and their values. */
@NullMarked
package dev.medley.config.server;

import org.jspecify.annotations.NullMarked;
