package dev.medley.server.internal.declaration;

import dev.medley.config.internal.MashupKeys;
import dev.medley.config.internal.document.Document;
import dev.medley.config.internal.document.Key;
import dev.medley.config.internal.document.LocatedText;
import dev.medley.setting.internal.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a declared mashup of a document, each of whose values is valid by itself. */
final class DeclarationReader {

    private static final Key EXCHANGES = Key.of("exchanges");
    private static final Key PARAMETERS = Key.of("parameters");
    private static final Key REPLY = Key.of("reply");

    private static final Key PASS = Key.of("pass");

    private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

    private final Document document;
    private final Section path;
    /** What declares it: the section of the path, or of one method of it. */
    private final Section mashup;

    private DeclarationReader(Section path, Section mashup) {
        document = path.document();
        this.path = path;
        this.mashup = mashup;
    }

    /** Reads the mashup of {@code key}, or one for each of its methods. */
    static List<MashupDeclaration> read(Document document, Key key) {
        Section path = Section.read(document, DeclaredKeys.KEYS, key);
        DeclarationReader ofPath = new DeclarationReader(path, path);
        if (!MashupKeys.hasDeclaredMethods(document.at(key))) {
            ofPath.refuseIfEmpty();
            ofPath.checkMethods();
            return List.of(ofPath.mashup(
                    path.values().find(DeclaredKeys.METHODS),
                    path.values().find(DeclaredKeys.SUMMARY),
                    ofPath.parameters()));
        }
        ofPath.refuseBesideMethods();
        List<MashupDeclaration> mashups = new ArrayList<>();
        for (Key method : path.below(key.child("methods"))) {
            Section ofMethod = Section.read(document, DeclaredKeys.OF_METHOD, method);
            mashups.add(new DeclarationReader(path, ofMethod).ofMethod(ofPath.parameters()));
        }
        return mashups;
    }

    /** What a path and one of its methods both declare would be hard to tell apart. */
    private void refuseBesideMethods() {
        for (String each : MashupKeys.DECLARING) {
            if (document.at(mashup.key()).has(each)) {
                document.addProblem(
                        mashup.key().child(each),
                        "cannot be combined with methods that have declarations of their own; expected it below one of them");
            }
        }
        if (document.at(mashup.key().child("methods")).isEmpty()) {
            document.addProblem(mashup.key().child("methods"), "has no method; expected one, such as GET");
        }
    }

    /** A mashup that nobody may ask, or that has a method twice, is not meant. */
    private void checkMethods() {
        Key key = mashup.key().child("methods");
        if (document.at(key).isArray() && document.at(key).isEmpty()) {
            document.addProblem(key, "has no method; expected one, such as GET");
        }
        Set<String> known = new HashSet<>();
        for (int i = 0; i < document.at(key).size(); i++) {
            String method = document.at(key.item(i)).asString();
            if (!known.add(method)) {
                document.addProblemOfValue(key.item(i), "'" + method + "' is given twice; expected once");
            }
        }
    }

    private void refuseIfEmpty() {
        if (MashupKeys.DECLARING.stream()
                .allMatch(each -> document.at(mashup.key().child(each)).isEmpty())) {
            document.addProblem(mashup.key(), "declares nothing; expected exchanges, reply or pass below it");
        }
    }

    private MashupDeclaration ofMethod(List<ParameterDeclaration> common) {
        refuseIfEmpty();
        List<ParameterDeclaration> parameters = new ArrayList<>(common);
        for (ParameterDeclaration each : parameters()) {
            if (common.stream().anyMatch(other -> other.name().equals(each.name()))) {
                document.addProblem(
                        mashup.key().child(PARAMETERS).child(each.name().text()),
                        "is also a parameter of the whole path; expected it in one place");
            }
            parameters.add(each);
        }
        String summary = mashup.values().find(DeclaredKeys.SUMMARY);
        return mashup(
                List.of(RequestMethod.valueOf(mashup.key().name())),
                summary == null ? path.values().find(DeclaredKeys.SUMMARY) : summary,
                parameters);
    }

    private List<ParameterDeclaration> parameters() {
        List<ParameterDeclaration> parameters = new ArrayList<>();
        for (Key each : mashup.below(mashup.key().child(PARAMETERS))) {
            parameters.add(parameter(each));
        }
        return parameters;
    }

    private MashupDeclaration mashup(
            @Nullable List<RequestMethod> methods, @Nullable String summary, List<ParameterDeclaration> parameters) {
        List<ExchangeDeclaration> exchanges = new ArrayList<>();
        for (Key each : mashup.below(mashup.key().child(EXCHANGES))) {
            exchanges.add(ExchangeReader.read(document, each));
        }
        boolean passes = document.at(mashup.key()).has(PASS.name());
        if (passes) {
            exchanges.add(passed(exchanges));
        }
        return new MashupDeclaration(
                path.name(),
                summary,
                methods != null ? methods : passes ? List.of() : List.of(RequestMethod.GET),
                path.values().get(DeclaredKeys.BODY_REQUIRED) && !isGetOfMethods(methods),
                isGetOfMethods(methods) ? null : path.schema(path.key().child(DeclaredKeys.BODY_SCHEMA)),
                path.values().get(DeclaredKeys.PARTS) ? LocatedText.of(document, path.key(DeclaredKeys.PARTS)) : null,
                path.values().find(DeclaredKeys.MANIFEST),
                schedule(),
                parameters,
                exchanges,
                passes
                        ? ReplyDeclaration.passing(
                                LocatedText.ofName(document, mashup.key().child(PASS)))
                        : reply());
    }

    private @Nullable ScheduleDeclaration schedule() {
        Duration every = path.values().find(DeclaredKeys.EVERY);
        Duration jitter = path.values().find(DeclaredKeys.JITTER);
        Key key = path.key(DeclaredKeys.EVERY);
        if (every == null) {
            if (jitter != null) {
                document.addProblem(path.key(DeclaredKeys.JITTER), "has no effect alone; expected every as well");
            }
            return null;
        }
        if (every.compareTo(SHORTEST_INTERVAL) < 0) {
            document.addProblemOfValue(
                    key,
                    "%s is too short; expected 1s or more"
                            .formatted(document.at(key).asString()));
        }
        return new ScheduleDeclaration(LocatedText.of(document, key), every, jitter);
    }

    /** A GET beside methods that have a body has none. */
    private boolean isGetOfMethods(@Nullable List<RequestMethod> methods) {
        return !mashup.key().equals(path.key()) && List.of(RequestMethod.GET).equals(methods);
    }

    /** Returns the exchange that {@code pass} stands for. */
    private ExchangeDeclaration passed(List<ExchangeDeclaration> others) {
        Key key = mashup.key().child(PASS);
        if (document.at(mashup.key()).has(REPLY.name())) {
            document.addProblem(key, "cannot be combined with reply; expected one or the other");
        }
        if (others.stream().anyMatch(each -> each.name().text().equals(PASS.name()))) {
            document.addProblem(
                    mashup.key().child(EXCHANGES).child(PASS),
                    "is reserved for the exchange of pass; expected another name");
        }
        return ExchangeReader.passed(mashup, key);
    }

    private ParameterDeclaration parameter(Key key) {
        Section parameter = Section.read(document, ParameterKeys.KEYS, key);
        Settings values = parameter.values();
        ParameterCheck.check(values, (setting, text) -> parameter.problemOfValue(parameter.key(setting), text));
        return new ParameterDeclaration(
                parameter.name(),
                values.find(ParameterKeys.IN),
                values.get(ParameterKeys.TYPE),
                values.get(ParameterKeys.REQUIRED),
                parameter.text(ParameterKeys.DEFAULT),
                values.find(ParameterKeys.MIN),
                values.find(ParameterKeys.MAX),
                values.find(ParameterKeys.PATTERN),
                values.get(ParameterKeys.ONE_OF),
                values.find(ParameterKeys.DESCRIPTION));
    }

    private ReplyDeclaration reply() {
        ReplyKeys keys = DeclaredKeys.REPLY;
        Key reply = mashup.key().child(REPLY);
        return new ReplyDeclaration(
                mashup.text(keys.body()),
                mashup.named(reply.child("merge")),
                mashup.text(keys.status()),
                mashup.fields(reply.child("headers")),
                mashup.text(keys.maxAge()),
                mashup.text(keys.type()),
                mashup.items(keys.needs()),
                mashup.text(keys.manifest()),
                mashup.text(keys.pass()));
    }
}
