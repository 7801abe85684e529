/**
 * Tests of mashups with JUnit 5: {@link dev.medley.test.MedleyExtension} starts the server and stubs of its partners.
 */
@NullMarked
package dev.medley.test;

import org.jspecify.annotations.NullMarked;
