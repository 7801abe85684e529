package dev.medley.recipes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.medley.config.ExecutionMode;
import dev.medley.test.MedleyExtension;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The recipe with JDBC, against a real database in memory. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads")
class StockTest {

    private static final JdbcDataSource DATABASE = new JdbcDataSource();

    static {
        DATABASE.setUrl("jdbc:h2:mem:stock;DB_CLOSE_DELAY=-1");
    }

    @RegisterExtension
    static final MedleyExtension MEDLEY = MedleyExtension.builder()
            .partners("prices")
            .mashup(new StockServlet(DATABASE))
            .settings(server -> server.execution(ExecutionMode.VIRTUAL))
            .build();

    @Test
    void aStockOfTheDatabaseIsMergedWithAPriceOfAPartner() throws SQLException {
        try (Connection connection = DATABASE.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table stock(item varchar primary key, amount int)");
            statement.execute("insert into stock values ('tea', 12)");
        }
        MEDLEY.stubs("prices").answer("GET", "/prices/tea", 200, "2.50");

        assertEquals(
                "{\"stock\":12,\"price\":2.50}", MEDLEY.get("/stock?item=tea").body());
    }
}
