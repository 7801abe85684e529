package dev.medley.config.internal.caller;

import dev.medley.caller.CallerKind;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.expression.ExpressionLanguage;
import dev.medley.connection.internal.SecretNames;
import dev.medley.setting.internal.Group;
import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import dev.medley.setting.internal.ValueParsers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code callers}: who callers are, and how they show it. Immutable.
 *
 * @param required whether a mashup without {@code access} needs a caller that is known
 * @param order of the kinds: the first that a request shows counts
 * @param tokens the issuers of tokens
 * @param keyField the header field with the key of an API
 * @param keyFile the file with the keys of the API; null for none
 * @param certificateName where the name of a caller stands in its certificate; null if certificates are no callers
 * @param actions who may run the actions of administration, and read its manifests; null if it is not given
 * @param pages who may read the metrics and the status of administration; null if it is not given
 */
public record CallerSettings(
        boolean required,
        List<CallerKind> order,
        List<TokenSettings> tokens,
        String keyField,
        @Nullable Path keyFile,
        @Nullable CertificateName certificateName,
        @Nullable AccessOptions actions,
        @Nullable AccessOptions pages) {

    /** Where the name of a caller stands in its certificate. */
    public enum CertificateName {
        /** The distinguished name of its subject, by RFC 2253. */
        SUBJECT("subject"),
        /** The first DNS name of the subject's alternative names. */
        DNS("dns"),
        /** The first URI of the subject's alternative names, such as a SPIFFE id. */
        URI("uri"),
        /** The first mail address of the subject's alternative names. */
        EMAIL("email");

        private final String configured;

        CertificateName(String configured) {
            this.configured = configured;
        }

        /** Returns the name that the configuration uses. */
        public String configured() {
            return configured;
        }
    }

    /** Without callers. */
    public static final CallerSettings NONE =
            new CallerSettings(false, List.of(), List.of(), "", null, null, null, null);

    /** The section in the configuration. */
    public static final Key SECTION = Key.of("callers");

    /** The keys. */
    public static final Group KEYS =
            Group.of("Callers: who sends requests, which a mashup's `access` and expressions ask for");

    private static final Key TOKENS = SECTION.child("tokens");
    private static final Set<String> NOT_OF_KEYS = Set.of("authorization", "cookie", "host", "content-length");

    private static final Setting<Boolean> REQUIRED = KEYS.key(
            "required", ValueParsers.flag(), false, "True if a mashup without `access` needs a caller that is known");
    private static final Setting<List<CallerKind>> ORDER = KEYS.key(
            "order",
            ValueParsers.list(
                    ValueParsers.choice("a kind of callers", CallerKind.class, CallerKind::configured, Map.of())),
            List.of(CallerKind.TOKEN, CallerKind.API_KEY, CallerKind.CERTIFICATE),
            "Order of the kinds: the first that a request shows counts, and if that is wrong, the request is refused");

    static {
        KEYS.add(
                "tokens",
                Group.named(
                        "Issuers of JWTs, by names of your choice",
                        ValueParsers.name("a name of an issuer"),
                        TokenSettings.KEYS));
    }

    private static final Group API_KEYS = KEYS.group("api-keys", "Keys of the API");
    private static final Setting<String> FIELD = API_KEYS.key(
            "field",
            ValueParsers.fieldName(NOT_OF_KEYS),
            "X-Api-Key",
            "Header field with the key; its name says that its value is secret, as by `api-key`, `access-key`, `token` or `secret`");
    private static final Setting<Path> FILE = API_KEYS.optional(
            "file",
            ValueParsers.file("the path of a file; a relative one starts in the working directory"),
            "no keys",
            "/etc/medley/keys",
            "File with the callers and the hashes of their keys");
    private static final Group CERTIFICATES =
            KEYS.group("certificates", "Certificates of clients, which `server.tls.client-auth` asks for");
    private static final Setting<CertificateName> NAME = CERTIFICATES.optional(
            "name",
            ValueParsers.choice(
                    "a place in a certificate", CertificateName.class, CertificateName::configured, Map.of()),
            "certificates are no callers",
            "subject",
            "Place of the name of a caller in its certificate: `subject`, or the first `dns`, `uri` or `email` of the alternative names");

    private static final Group ADMINISTRATION = KEYS.group(
            "administration", "Who may use administration (`server.admin`); its health pages are for anybody");
    /** The problem of a rule of callers where none is known. */
    public static final String NOBODY =
            "nobody could be known; expected callers.tokens, callers.api-keys.file or callers.certificates.name as well";

    private static final AccessKeys ACTIONS = new AccessKeys(
            ADMINISTRATION.group(
                    "actions",
                    "Who may run actions and read `/manifests`; needed where administration does not listen on a loopback address"),
            "actions");
    private static final AccessKeys PAGES = new AccessKeys(
            ADMINISTRATION.group("pages", "Who may read `/metrics` and `/status`; anybody, if it is not given"),
            "pages");

    /** Takes copies. */
    public CallerSettings {
        order = List.copyOf(order);
        tokens = List.copyOf(tokens);
    }

    /** Returns whether there is anything to decide. */
    public boolean isGiven() {
        return required || isKnown() || actions != null || pages != null;
    }

    /** Returns whether callers can show who they are. */
    public boolean isKnown() {
        return !tokens.isEmpty() || keyFile != null || certificateName != null;
    }

    /** Reads the section of a document in which every value is valid by itself. */
    public static CallerSettings read(Document document, Collection<String> partners, ExpressionLanguage language) {
        Settings values = document.settings(KEYS, SECTION, "callers");
        List<TokenSettings> tokens = new ArrayList<>();
        for (String name : document.at(TOKENS).propertyNames()) {
            Key key = TOKENS.child(name);
            TokenSettings issuer = TokenSettings.of(name, document.settings(TokenSettings.KEYS, key, "issuer " + name));
            if (!partners.contains(issuer.partner())) {
                document.addProblemOfValue(
                        key.child("keys").child("partner"),
                        "no partner is named '%s'; expected one of %s"
                                .formatted(issuer.partner(), String.join(", ", partners)));
            }
            tokens.stream()
                    .filter(other -> other.issuer().equals(issuer.issuer()))
                    .forEach(other -> document.addProblemOfValue(
                            key.child("issuer"), "is also that of " + other.name() + "; expected another one"));
            tokens.add(issuer);
        }
        CallerSettings read = new CallerSettings(
                values.get(REQUIRED),
                values.get(ORDER),
                tokens,
                values.get(FIELD),
                values.find(FILE),
                values.find(NAME),
                ACTIONS.read(document, SECTION.child("administration").child("actions"), values, language),
                PAGES.read(document, SECTION.child("administration").child("pages"), values, language));
        read.unordered()
                .forEach(kind -> document.addProblemOfValue(
                        SECTION.child("order"),
                        "lacks %s, which is configured; nobody would be known by it".formatted(kind.configured())));
        if (!SecretNames.isSecret(read.keyField)) {
            // Caches, recordings and logs know secrets by their names.
            document.addProblemOfValue(
                    SECTION.child("api-keys").child("field"),
                    "no name of a secret; expected one with api-key, access-key, token, secret or the like, such as X-Api-Key:"
                            + " logs, recordings and caches would show or share its value");
        }
        if (read.required && !read.isKnown()) {
            document.addProblemOfValue(
                    SECTION.child("required"),
                    "nobody could call a mashup; expected tokens, api-keys.file or certificates.name as well");
        }
        checkAdministration(document, read, read.actions, "actions");
        checkAdministration(document, read, read.pages, "pages");
        return read;
    }

    /** The kinds that are configured, and have no place in the order. */
    private List<CallerKind> unordered() {
        List<CallerKind> configured = new ArrayList<>();
        if (!tokens.isEmpty()) {
            configured.add(CallerKind.TOKEN);
        }
        if (keyFile != null) {
            configured.add(CallerKind.API_KEY);
        }
        if (certificateName != null) {
            configured.add(CallerKind.CERTIFICATE);
        }
        configured.removeAll(order);
        return configured;
    }

    private static void checkAdministration(
            Document document, CallerSettings read, @Nullable AccessOptions options, String section) {
        if (options != null && !options.anybody() && !read.isKnown()) {
            document.addProblem(
                    SECTION.child("administration").child(section),
                    "nobody could be known; expected tokens, api-keys.file or certificates.name as well, or anybody: true");
        }
    }
}
