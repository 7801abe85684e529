package dev.medley.format.internal.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeedDatesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2004-01-01T19:48:21Z                  | 2004-01-01T19:48:21Z",
                "2004-01-01T19:48:21.25+02:00          | 2004-01-01T17:48:21.250Z",
                "2004-01-01t19:48z                     | 2004-01-01T19:48:00Z",
                "2004-01-01                            | 2004-01-01T00:00:00Z",
                "2004-02                               | 2004-02-01T00:00:00Z",
                "2004                                  | 2004-01-01T00:00:00Z",
                "20040105                              | 2004-01-05T00:00:00Z",
                "2004-032                              | 2004-02-01T00:00:00Z",
                "2004-07-08 23:56:58.0                 | 2004-07-08T23:56:58Z",
                "Thu, 01 Jan 2004 19:48:21 GMT         | 2004-01-01T19:48:21Z",
                "Thu, 01 Jan 04 19:48:21 GMT           | 2004-01-01T19:48:21Z",
                "Thu, 01 Jan 98 19:48 -0500            | 1998-01-02T00:48:00Z",
                "1 January 2004                        | 2004-01-01T00:00:00Z",
                "Thu, 1 Jan 2004 19:48:21 PST          | 2004-01-02T03:48:21Z",
                "Thu, 1 Jan 2004 19:48:21 Etc/GMT      | 2004-01-01T19:48:21Z",
                "Thu, 1 Jan 2004 19:48:21 GMT+01:00    | 2004-01-01T18:48:21Z",
                "Thu, 1 Jan 2004 19:48:21 Nowhere      | 2004-01-01T19:48:21Z",
                "Jan 1, 2004 19:48:21 EST              | 2004-01-02T00:48:21Z",
                "Thu, 31 Jun 2004 24:00:00 GMT         | ",
                "Wed, 30 Jun 2004 24:00:00 GMT         | 2004-07-01T00:00:00Z",
                "Wed, 31 Dec 2008 23:59:60 +0000       | 2009-01-01T00:00:00Z",
                "Sun Jan  4 16:29:06 2004              | 2004-01-04T16:29:06Z",
                "Sun Jan 04 16:29:06 PST 2004          | 2004-01-05T00:29:06Z",
                "Fri, 2006/09/15 08:19:53 EDT          | 2006-09-15T12:19:53Z"
            })
    void aDateOfAFeedIsAnInstant(String text, String expected) {
        assertThat(FeedDates.instant(text)).isEqualTo(expected == null ? null : Instant.parse(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "yesterday",
                "2004-13-01",
                "99999-01-01",
                "0000-01-01",
                "2004-01-01T25:00:00Z",
                "Thu, 01 Foo 2004 19:48:21 GMT",
                "Thu, 99 Jan 2004 19:48:21 GMT",
                "Thu, 01 Jan 2004 19:48:21 +9999999999",
                "12345678901234567890"
            })
    void anyOtherTextIsNone(String text) {
        assertThat(FeedDates.instant(text)).isNull();
    }

    @Test
    void aLongTextIsNotSearched() {
        String almost = "Thu, 01 " + "Jan ".repeat(1_000_000) + "2004";

        org.junit.jupiter.api.Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(FeedDates.instant(almost)).isNull());
    }
}
