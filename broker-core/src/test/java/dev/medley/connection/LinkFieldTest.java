package dev.medley.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.connection.internal.value.LinkField;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The field {@code Link} of RFC 8288. */
class LinkFieldTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            </a>; rel="next"                                 | /a
            </a>; rel=next                                   | /a
            </a>;REL = "next"                                | /a
            </a>; rel="prev next"                            | /a
            </a>; rel=NEXT                                   | /a
            </a,b;c>; rel=next                               | /a,b;c
            </x>; rel=prev, </a>; rel=next                   | /a
            </x>; title="a, <b>; rel=next", </a>; rel=next   | /a
            </x>; title="\\"; rel=next\\"", </a>; rel=next     | /a
            </a>; rel=next; rel=prev, </b>; rel=prev         | /a
            </a>; rel=next, </b>; rel=next                   | /a
            < /a >; rel=next                                 | /a
            </a>; anchor="#x"; rel=next; type="text/html"    | /a
            </x>; rel=next; anchor="/other", </a>; rel=next  | /a
            """)
    void theFirstLinkOfTheRelationCounts(String field, String target) {
        assertThat(LinkField.links(List.of(field))).containsEntry("next", target);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ~~
            /a; rel=next
            </a; rel=next
            </a>; rel
            </a>; rev=next
            </a>; rel="
            </a>
            <
            ;;;,,,"
            """)
    void whatIsNotWellFormedIsNoLink(String field) {
        assertThat(LinkField.links(List.of(field))).doesNotContainKey("next");
    }

    @Test
    void severalFieldsAreOneList() {
        assertThat(LinkField.links(List.of("</a>; rel=first", "</b>; rel=\"next last\"")))
                .isEqualTo(Map.of("first", "/a", "next", "/b", "last", "/b"));
    }
}
