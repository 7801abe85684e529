/** The elements, texts, dates and links of feeds, for the reader of feeds. May change at any time. */
@NullMarked
package dev.medley.format.internal.feed;

import org.jspecify.annotations.NullMarked;
