/** The keys about quotas: how much a client may ask for in a time. */
@NullMarked
package dev.medley.config.internal.quota;

import org.jspecify.annotations.NullMarked;
