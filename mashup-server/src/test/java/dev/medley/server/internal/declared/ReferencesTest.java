package dev.medley.server.internal.declared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.medley.config.ConfigurationException;
import dev.medley.stubs.StubAnswer;
import org.junit.jupiter.api.Test;

/** That a mashup goes by what its expressions refer to, and not by how they are written. */
class ReferencesTest {

    @Test
    void allResponsesAreSeenBesideAnExchangeThatStandsForAnother() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges:
                      price: {partner: a, path: /price, fallback: {exchange: old}}
                      old: {partner: b, path: /old}
                    reply: {body: '[$each($response, function($r, $name) { $name & " " & $r.outcome })]'}
                """)) {
            rig.a.answer("GET", "/price", StubAnswer.status(500));
            rig.b.answer("GET", "/old", 200, "3");

            assertThat(rig.get("/m").body()).isEqualTo("[\"price fallback\"]");
        }
    }

    @Test
    void whatLiteralsAndCommentsSayIsNoReference() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m/{id}:
                    parameters: {q: {}}
                    exchanges: {a: {path: '/one/{"$request.path.nothing"}'}}
                    reply: {body: '"use $request.query.nothing" /* or $request.path.nothing */ & $a'}
                """)) {
            rig.a.answer("GET", "/one/%24request.path.nothing", 200, "1");

            assertThat(rig.get("/m/7").body()).isEqualTo("\"use $request.query.nothing1\"");
        }
    }

    @Test
    void theBodyOfTheRequestAloneIsPassedOnHoweverItIsWritten() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    methods: [POST]
                    exchanges: {a: {path: /one, body: '$request . `body` /* of any type */'}}
                """)) {
            rig.a.answer("POST", "/one", request -> StubAnswer.json(200, "\"" + request.body() + "\""));

            assertThat(rig.post("/m", "image/png", "x").body()).isEqualTo("{\"a\":\"x\"}");
        }
    }

    @Test
    void aValueAloneIsPassedOnHoweverItIsWritten() throws Exception {
        try (DeclaredRig rig = new DeclaredRig("""
                  /m:
                    exchanges: {a: {path: /one}}
                    reply: {merge: {x: '$a /* as it came */'}}
                """)) {
            rig.a.answer("GET", "/one", 200, "{ \"n\" : 1.10 }");

            assertThat(rig.get("/m").body()).isEqualTo("{\"x\":{ \"n\" : 1.10 }}");
        }
    }

    @Test
    void aParameterThatIsNotDeclaredIsAnErrorHoweverManyValuesAreAskedFor() {
        assertThatThrownBy(() -> new DeclaredRig("""
                  /m:
                    parameters: {tag: {}}
                    exchanges: {a: {path: '/one/{$count($request.queries.tags)}'}}
                """))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("'tags' is not a declared parameter; expected tag");
    }
}
