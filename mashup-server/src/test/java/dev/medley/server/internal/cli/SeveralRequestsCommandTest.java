package dev.medley.server.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.stubs.PartnerStubs;
import dev.medley.stubs.RecordedRequest;
import dev.medley.stubs.StubAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** {@code medley try --mock}, {@code record} and {@code replay} of exchanges that are several requests, and of faults of partners. */
class SeveralRequestsCommandTest {

    private static final String MASHUP = """
            mashups:
              /all:
                exchanges:
                  linked:
                    partner: shop
                    path: /linked
                    pages: {next: $head.links.next, items: $page.items, max: 2}
                    example: {body: '{"items": [1, 2]}'}
                  counted:
                    partner: shop
                    path: /counted
                    query: {at: '{$cursor}'}
                    pages: {next: $page.next}
                    optional: true
                    example: {body: '{"n": 1, "next": 2}'}
                  own:
                    for-each: '[1..5]'
                    partner: shop
                    path: '/items?ids={$join($keys.$string(), ",")}'
                    batch: {by: id, max: 2}
                    optional: true
                    example: {body: '[{"id": 4, "name": "four"}]'}
                  shared:
                    partner: shop
                    path: '/items?ids={$join($keys, ",")}'
                    batch: {by: id, wait: 2ms, key: '"7"'}
                    example: {body: '[{"id": 7, "name": "seven"}]'}
                  refused:
                    partner: shop
                    path: '/items?ids={$join($keys, ",")}&refused=1'
                    batch: {by: id, wait: 2ms, key: '"8"'}
                    optional: true
                    example: {status: 404}
                  price:
                    partner: shop
                    path: /soap
                    soap: {action: price}
                    body: '{"price": {"id": 1}}'
                    fallback: {value: '"none"'}
                    example: {status: 500, body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode><faultstring>down</faultstring></s:Fault></s:Body></s:Envelope>'}
                reply:
                  body: |
                    {
                      "linked": $linked, "more": $response.linked.more, "counted": $counted, "own": $own.name,
                      "shared": $shared.name, "price": $price, "missing": $missing
                    }
            """;

    private static final String FAULT = """
            <s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>
            <faultcode>s:Server</faultcode><faultstring>down</faultstring>
            </s:Fault></s:Body></s:Envelope>""";

    @RegisterExtension
    final Printed printed = new Printed();

    @TempDir
    private Path folder;

    @Test
    void examplesAreLastPagesAndWholeBatches() throws IOException {
        assertThat(run("try", "http://127.0.0.1:9", "/all", "--mock"))
                .as(printed.output() + printed.errors())
                .isZero();

        assertThat(printed.output())
                .contains("\"linked\": [", "\"own\": \"four\"", "\"shared\": \"seven\"", "\"price\": \"none\"")
                .contains("\"counted\": \"the link to the next page is not followed\"")
                .contains("\"own.0\": \"not in the response\"");
    }

    @Test
    void theyAreReplayedAsTheyWereRecorded() throws IOException {
        String recording = folder.resolve("all.json").toString();
        String partner;
        try (PartnerStubs stubs = partners().start()) {
            partner = stubs.uri().toString();
            assertThat(run("record", partner, "/all", "--out", recording))
                    .as(printed.output() + printed.errors())
                    .isZero();
        }
        assertThat(Files.readString(Path.of(recording)))
                .contains("\"name\": \"linked#2\"", "\"name\": \"counted#3\"", "\"name\": \"own#3\"")
                .contains("\"cause\": \"soap fault");

        assertThat(run("replay", partner, recording))
                .as(printed.output() + printed.errors())
                .isZero();
        assertThat(printed.output()).endsWith("The reply is the recorded one.\n");
    }

    private static PartnerStubs.Builder partners() {
        return PartnerStubs.builder()
                .answer(
                        "GET",
                        "/linked",
                        StubAnswer.json(200, "{\"items\": [1, 2]}").header("Link", "<?at=2>; rel=next"),
                        StubAnswer.json(200, "{\"items\": [3]}").header("Link", "<?at=3>; rel=next"))
                .answer(
                        "GET",
                        "/counted",
                        StubAnswer.json(200, "{\"n\": 1, \"next\": 2}"),
                        StubAnswer.json(200, "{\"n\": 2, \"next\": 3}"),
                        StubAnswer.status(500))
                .answer("GET", "/items", SeveralRequestsCommandTest::items)
                .answer("POST", "/soap", StubAnswer.body(500, "text/xml", FAULT.getBytes(StandardCharsets.UTF_8)));
    }

    private static StubAnswer items(RecordedRequest request) {
        return request.parameter("refused") != null
                ? StubAnswer.status(404)
                : StubAnswer.json(
                        200,
                        Arrays.stream(String.valueOf(request.parameter("ids")).split(","))
                                .filter(id -> !id.equals("3"))
                                .map(id -> "{\"id\": \"%s\", \"name\": \"n%s\"}".formatted(id, id))
                                .collect(Collectors.joining(",", "[", "]")));
    }

    private int run(String command, String partner, String... arguments) throws IOException {
        Path file = folder.resolve("medley.yaml");
        Files.writeString(file, "partners: {shop: {url: \"%s\"}}\n".formatted(partner) + MASHUP);
        List<String> all = new ArrayList<>(List.of(command, file.toString()));
        all.addAll(List.of(arguments));
        return MedleyCommand.run(all.toArray(String[]::new));
    }
}
