%% A partner on YAWS: answers any path with a small document, after ?delay= milliseconds.
-module(partner).
-export([out/1]).
-include("yaws_api.hrl").

out(Arg) ->
    timer:sleep(delay(yaws_api:queryvar(Arg, "delay"))),
    {content, "application/json", ["{\"path\":\"", Arg#arg.server_path, "\"}"]}.

delay({ok, Milliseconds}) -> list_to_integer(Milliseconds);
delay(undefined) -> 0.
