/** The commands, with scripts. */
@NullMarked
package dev.medley.js.cli;

import org.jspecify.annotations.NullMarked;
