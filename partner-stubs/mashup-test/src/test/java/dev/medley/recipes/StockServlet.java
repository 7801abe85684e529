package dev.medley.recipes;

import dev.medley.mashup.Mashup;
import dev.medley.mashup.Reply;
import dev.medley.servlet.MashupServlet;
import jakarta.servlet.annotation.WebServlet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;

@SuppressWarnings("serial")
// recipe j begin
@WebServlet("/stock")
public class StockServlet extends MashupServlet {

    private final transient DataSource database;

    public StockServlet(DataSource database) {
        this.database = database;
    }

    @Override
    protected CompletionStage<Reply> compose(Mashup mashup) {
        var price = mashup.get("prices", "/prices/{item}", mashup.parameter("item"));
        int stock = stockOf(mashup.parameter("item"));
        return mashup.merge().put("stock", stock).put("price", price).reply();
    }

    private int stockOf(String item) {
        try (Connection connection = database.getConnection();
                PreparedStatement query = connection.prepareStatement("select amount from stock where item = ?")) {
            query.setString(1, item);
            try (ResultSet found = query.executeQuery()) {
                return found.next() ? found.getInt(1) : 0;
            }
        } catch (SQLException x) {
            throw new IllegalStateException("the stock of " + item + " cannot be read", x);
        }
    }
}
// recipe j end
