package dev.medley.server.internal.declaration;

import dev.medley.setting.internal.Setting;
import dev.medley.setting.internal.Settings;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** Checks values of a parameter that are valid each by itself, but perhaps not together. */
final class ParameterCheck {

    private static final Set<ParameterType> NUMBERS = Set.of(ParameterType.INTEGER, ParameterType.NUMBER);
    private static final Set<ParameterType> TEXTS = Set.of(ParameterType.STRING);

    private final Settings parameter;
    private final BiConsumer<Setting<?>, String> problems;

    private ParameterCheck(Settings parameter, BiConsumer<Setting<?>, String> problems) {
        this.parameter = parameter;
        this.problems = problems;
    }

    /** Reports every problem, with the setting that has it. */
    static void check(Settings parameter, BiConsumer<Setting<?>, String> problems) {
        ParameterCheck check = new ParameterCheck(parameter, problems);
        check.refuseBut(NUMBERS, List.of(ParameterKeys.MIN, ParameterKeys.MAX));
        check.refuseBut(TEXTS, List.of(ParameterKeys.PATTERN, ParameterKeys.ONE_OF));
        if (parameter.get(ParameterKeys.REQUIRED) && parameter.isGiven(ParameterKeys.DEFAULT)) {
            problems.accept(
                    ParameterKeys.DEFAULT,
                    "has no effect, because the parameter is required; expected one or the other");
        }
    }

    /** Reports the constraints that only parameters of other types have. */
    private void refuseBut(Set<ParameterType> types, List<Setting<?>> constraints) {
        ParameterType type = parameter.get(ParameterKeys.TYPE);
        if (types.contains(type)) {
            return;
        }
        String expected = types.stream().sorted().map(ParameterType::configured).collect(Collectors.joining(" or "));
        constraints.stream()
                .filter(parameter::isGiven)
                .forEach(setting -> problems.accept(
                        setting,
                        "has no effect on the type %s; expected type: %s".formatted(type.configured(), expected)));
    }
}
