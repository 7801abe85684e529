package recipes.jdk;

import com.sun.net.httpserver.HttpExchange;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

// recipe shared begin
interface Mashup {

    Reply handle(Request request) throws Exception;

    record Request(HttpExchange exchange, Map<String, List<String>> parameters) {

        String parameter(String name) {
            return parameters.getOrDefault(name, List.of()).stream()
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("the parameter " + name + " is missing"));
        }
    }

    record Reply(int status, Map<String, String> fields, byte[] body) {

        static Reply json(int status, String type, Object document) {
            Map<String, String> fields = new TreeMap<>(Map.of("Content-Type", type));
            return new Reply(status, fields, JsonMapper.shared().writeValueAsBytes(document));
        }

        static Reply json(Object document) {
            return json(200, "application/json", document);
        }
    }
}
// recipe shared end
