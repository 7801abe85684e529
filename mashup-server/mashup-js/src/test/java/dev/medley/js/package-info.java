/** Tests of scripts, with real servers. */
@NullMarked
package dev.medley.js;

import org.jspecify.annotations.NullMarked;
