package dev.medley.caller;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who has sent an inbound request, and has been checked: its name, what it may do, and what its token, key or certificate says
 * besides. Immutable.
 */
public final class Caller {

    private final CallerKind kind;
    private final String source;
    private final String name;
    private final Set<String> scopes;
    private final Set<String> roles;
    private final Map<String, Object> claims;

    private Caller(
            CallerKind kind,
            String source,
            String name,
            Set<String> scopes,
            Set<String> roles,
            Map<String, Object> claims) {
        this.kind = kind;
        this.source = source;
        this.name = name;
        this.scopes = Set.copyOf(scopes);
        this.roles = Set.copyOf(roles);
        this.claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    }

    /**
     * Returns a caller; for what checks callers, and for tests.
     *
     * @param source what the configuration calls those that such callers come from, such as the name of an issuer
     * @param claims as values of JSON: texts, numbers, flags, lists and maps
     */
    public static Caller of(
            CallerKind kind,
            String source,
            String name,
            Set<String> scopes,
            Set<String> roles,
            Map<String, Object> claims) {
        return new Caller(kind, source, name, scopes, roles, claims);
    }

    /** Returns how it has shown who it is. */
    public CallerKind kind() {
        return kind;
    }

    /** Returns what the configuration calls those that such callers come from: the name of an issuer, or that of the kind. */
    public String source() {
        return source;
    }

    /** Returns its name, which is unique within the {@link #source()}. */
    public String name() {
        return name;
    }

    /** Returns the scopes that it has been granted. */
    public Set<String> scopes() {
        return scopes;
    }

    /** Returns the roles that it has. */
    public Set<String> roles() {
        return roles;
    }

    /** Returns what its token, key or certificate says, as values of JSON. */
    public Map<String, Object> claims() {
        return claims;
    }

    /** Returns a claim; null if there is none of that name. */
    public @Nullable Object claim(String claim) {
        return claims.get(claim);
    }

    /** Returns it as a value of JSON, as expressions see it: {@code $request.caller}. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", name);
        map.put("kind", kind.configured());
        map.put("source", source);
        map.put("scopes", List.copyOf(scopes));
        map.put("roles", List.copyOf(roles));
        map.put("claims", claims);
        return map;
    }

    /** Returns kind, source and name. */
    @Override
    public String toString() {
        return kind.configured() + " " + source + "/" + name;
    }
}
