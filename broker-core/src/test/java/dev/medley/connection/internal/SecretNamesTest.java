package dev.medley.connection.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretNamesTest {

    @ParameterizedTest
    @CsvSource({
        "/trip, /trip",
        "/trip?city=Rome, /trip?city=Rome",
        "/trip?, /trip?",
        "/trip?token, /trip?token",
        "/trip?token=, /trip?token=***",
        "/trip?city=Rome&token=abc, /trip?city=Rome&token=***",
        "/trip?ACCESS_TOKEN=abc&city=Rome&password=x, /trip?ACCESS_TOKEN=***&city=Rome&password=***",
        "/trip?key=abc&keyword=x, /trip?key=***&keyword=x",
        "/trip?tok%65n=abc, /trip?tok%65n=***",
        "/trip?city=a=b&&x-api-key=c=d, /trip?city=a=b&&x-api-key=***",
        "/books?author=Eco&authorId=7, /books?author=Eco&authorId=7",
        "/books?Authorization=Basic&x-auth=b, /books?Authorization=***&x-auth=***",
        "https://other/page?session=1#top, https://other/page?session=***",
        "/token=abc, /token=abc",
    })
    void valuesThatLookLikeSecretsAreMasked(String uri, String masked) {
        assertThat(SecretNames.masked(uri)).isEqualTo(masked);
    }
}
