package dev.medley.server.internal.cli;

/** A configuration with two declared mashups. */
final class DeclaredShapes {

    static final String YAML = """
            partners: {a: {url: 'http://127.0.0.1:1'}, b: {url: 'http://127.0.0.1:2'}}
            mashups:
              /one: {exchanges: {a: {path: /one}, b: {path: /one}}}
              /two: {exchanges: {a: {path: /one}, b: {path: '/{$item}', for-each: $a, fallback: {value: '1'}}}}
            """;

    private DeclaredShapes() {}
}
