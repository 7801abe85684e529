package recipes.jdk;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.Executors;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

// recipe shared begin
public class Application {

    static HttpServer start(int port, Map<String, String> urls) throws IOException {
        Partners partners = new Partners(urls);
        HttpServer server = HttpServer.create(new InetSocketAddress(port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        add(server, "GET", "/order", new OrderMashup(partners)::order);
        add(server, "POST", "/orders", new NewOrderMashup(partners)::create);
        add(server, "GET", "/users", new UsersMashup(partners)::users);
        add(server, "GET", "/product", new ProductMashup(partners)::product);
        server.start();
        return server;
    }

    private static void add(HttpServer server, String method, String path, Mashup mashup) {
        HttpContext context = server.createContext(path, new MashupHandler(method, path, mashup));
        // recipe shared end
        // recipe g begin
        context.getFilters().add(new RequestIds());
        // recipe g end
        // recipe shared begin
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, String> urls = new JsonMapper().readValue(arguments[0], new TypeReference<>() {});
        start(Integer.parseInt(urls.get("port")), urls);
    }
}
// recipe shared end
