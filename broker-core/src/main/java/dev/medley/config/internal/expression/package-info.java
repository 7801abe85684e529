/** Expressions of the configuration on inbound requests, beside those of declared mashups; the server has their language. */
@NullMarked
package dev.medley.config.internal.expression;

import org.jspecify.annotations.NullMarked;
