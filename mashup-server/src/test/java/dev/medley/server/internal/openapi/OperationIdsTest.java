package dev.medley.server.internal.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.medley.server.internal.declaration.RequestMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationIdsTest {

    @ParameterizedTest
    @CsvSource({
        "GET, /, get",
        "GET, /trip, getTrip",
        "DELETE, /user/{id}/orders, deleteUserByIdOrders",
        "GET, /week-days/{day_of_week}.json, getWeekDaysByDayOfWeekJson"
    })
    void anIdSaysMethodAndPath(RequestMethod method, String path, String id) {
        assertThat(new OperationIds().of(method, path)).isEqualTo(id);
    }

    @Test
    void noTwoOperationsHaveOneId() {
        OperationIds ids = new OperationIds();
        assertThat(ids.of(RequestMethod.GET, "/a/b")).isEqualTo("getAB");
        assertThat(ids.of(RequestMethod.GET, "/a-b")).isEqualTo("getAB_2");
        assertThat(ids.of(RequestMethod.GET, "/a.b")).isEqualTo("getAB_3");
    }
}
