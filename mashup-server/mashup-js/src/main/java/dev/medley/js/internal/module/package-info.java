/** The files of scripts, their exports and the partners that they name. */
@NullMarked
package dev.medley.js.internal.module;

import org.jspecify.annotations.NullMarked;
