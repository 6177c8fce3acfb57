"""The adapter, driven by a client over its standard streams."""

import json
import re
from pathlib import Path

import pytest
from editor import FOLDER, SECONDS, Editor

KERNELS = str(FOLDER / "kernels.py")
SUMS = ("kernels.py:sums", "--groups", "2", "--wave-size", "4", "x=arange:16", "out=zeros:2")
TRIPS = ("kernels.py:trips", "--wave-size", "4", "out=zeros:4")


@pytest.fixture
def editor():
    made = Editor()
    yield made
    made.close()


def test_a_whole_session(editor):
    capabilities = editor.ask("initialize", adapterID="wavedialect")
    for name in ("ConditionalBreakpoints", "StepBack", "DataBreakpoints", "ExceptionInfoRequest"):
        assert capabilities[f"supports{name}"]
    editor.ask("launch", program=TRIPS[0], args=list(TRIPS[1:]), cwd=str(FOLDER))
    editor.event("initialized")
    asked = [{"line": 20, "condition": "any(value == 10)"}, {"line": 9000}, {"line": 27}, {"line": 0}]
    made = editor.ask("setBreakpoints", source={"path": KERNELS}, breakpoints=asked)["breakpoints"]
    assert [one["verified"] for one in made] == [True, False, True, False]
    assert made[0]["line"] == 20 and "no statement" in made[1]["message"]
    editor.ask("setExceptionBreakpoints", filters=["findings"])
    editor.ask("configurationDone")
    stopped, frame = editor.stop()
    assert stopped["reason"] == "entry" and frame["line"] == 26

    (thread,) = editor.ask("threads")["threads"]
    assert thread["name"] == "group 0, wave 0"
    editor.ask("continue", threadId=thread["id"])
    stopped, frame = editor.stop()
    assert stopped["reason"] == "breakpoint" and stopped["hitBreakpointIds"] == [made[2]["id"]] and frame["line"] == 27
    editor.ask("continue", threadId=thread["id"])
    stopped, frame = editor.stop()
    assert stopped["hitBreakpointIds"] == [made[0]["id"]] and frame["line"] == 20

    frames = editor.ask("stackTrace", threadId=thread["id"])["stackFrames"]
    assert [(one["name"], one["line"]) for one in frames] == [("collatz", 20), ("trips", 27)]
    assert frames[0]["source"]["path"] == KERNELS
    values = editor.values(frames[0])
    assert values["value"]["value"] == "[- 1 10 2]" and values["value"]["type"] == "u32"
    lanes = editor.ask("variables", variablesReference=values["value"]["variablesReference"])["variables"]
    assert [(one["name"], one["value"]) for one in lanes][:3] == [("lane 0", "-"), ("lane 1", "1"), ("lane 2", "10")]
    # An expression names a variable, and no lane of it.
    assert values["value"]["evaluateName"] == "value" and not any("evaluateName" in one for one in lanes)
    assert "evaluateName" not in editor.values(frames[0], "Lanes")["active"]
    # Also of a caller, the values are those of the lanes that are active now.
    assert editor.values(frames[1])["lane"]["value"] == "[- 1 2 3]"
    assert editor.values(frames[0], "Lanes")["active"]["value"] == "1-3 of 4 lanes"

    assert editor.ask("evaluate", expression="value * 2", frameId=frames[0]["id"])["result"] == "[- 2 20 4]"
    shown = editor.ask("evaluate", expression="value", frameId=frames[0]["id"], format={"hex": True})
    assert shown["result"] == "[- 0x00000001 0x0000000a 0x00000002]"
    assert "unknown name `nothing`" in editor.refused("evaluate", expression="nothing", frameId=frames[0]["id"])
    assert "wait at line 15" in editor.ask("evaluate", expression="mask", context="repl")["result"]
    targets = editor.ask("completions", text="va", column=3)["targets"]
    assert [one["label"] for one in targets] == ["value"]

    editor.ask("stepBack", threadId=thread["id"])
    stopped, frame = editor.stop()
    assert stopped["reason"] == "step" and frame["line"] == 19
    editor.ask("next", threadId=thread["id"])
    assert editor.stop()[1]["line"] == 20
    editor.ask("reverseContinue", threadId=thread["id"])
    stopped, frame = editor.stop()
    assert stopped["reason"] == "breakpoint" and frame["line"] == 27
    editor.ask("stepIn", threadId=thread["id"])
    assert editor.stop()[1]["name"] == "collatz"
    editor.ask("setBreakpoints", source={"path": KERNELS}, breakpoints=[])
    editor.ask("stepOut", threadId=thread["id"])
    assert editor.stop()[1]["name"] == "trips"
    editor.ask("continue", threadId=thread["id"])
    editor.event("terminated")
    editor.ask("disconnect")
    assert editor.process.wait(SECONDS) == 0


def test_waves_are_threads_of_their_group(editor):
    editor.launch(*SUMS)
    editor.ask("setBreakpoints", source={"path": KERNELS}, breakpoints=[{"line": 55, "condition": "group 1 wave 1"}])
    editor.ask("configurationDone")
    editor.stop()
    names = [one["name"] for one in editor.ask("threads")["threads"]]
    assert names == ["group 0, wave 0", "group 0, wave 1 (not started)"]
    editor.ask("next", threadId=2)
    stopped, frame = editor.stop()
    assert stopped["threadId"] == 2 and frame["line"] == 48
    editor.ask("continue", threadId=2)
    stopped, frame = editor.stop()
    threads = editor.ask("threads")["threads"]
    assert [one["name"] for one in threads] == ["group 1, wave 0 (waits)", "group 1, wave 1"]
    assert stopped["threadId"] == threads[1]["id"] and frame["line"] == 55
    # The stack of another wave.
    other = editor.ask("stackTrace", threadId=threads[0]["id"])["stackFrames"][0]
    assert editor.values(other)["wave"]["value"] == "0"
    assert editor.values(frame)["wave"]["value"] == "1"


def test_a_write_to_an_element_is_a_data_breakpoint(editor):
    editor.launch(*SUMS)
    editor.ask("configurationDone")
    _, frame = editor.stop()
    arrays = editor.values(frame, "Arrays")
    assert arrays["out"]["value"] == "buffer of 2 u32" and arrays["out"]["indexedVariables"] == 2
    reference = arrays["out"]["variablesReference"]
    elements = editor.ask("variables", variablesReference=reference, start=1, count=1)["variables"]
    assert [(one["name"], one["evaluateName"], one["value"]) for one in elements] == [("[1]", "out[1]", "0")]
    info = editor.ask("dataBreakpointInfo", variablesReference=reference, name="[1]")
    assert info["dataId"] == "out[1]" and info["accessTypes"] == ["write"]
    assert editor.ask("dataBreakpointInfo", name="out[7]")["dataId"] is None
    made = editor.ask("setDataBreakpoints", breakpoints=[{"dataId": "out[1]"}, {"dataId": "out[9]"}])["breakpoints"]
    assert [one["verified"] for one in made] == [True, False]
    editor.ask("continue", threadId=1)
    stopped, frame = editor.stop()
    assert stopped["reason"] == "data breakpoint" and frame["line"] == 57
    assert "changes out[1] from 0 to 92" in stopped["description"]
    out = editor.values(frame, "Arrays")["out"]
    elements = editor.ask("variables", variablesReference=out["variablesReference"])["variables"]
    assert elements[1]["value"] == "92  (by lane 0 of wave 0 at line 57)"


def test_undefined_behavior_is_an_exception(editor):
    editor.launch("kernels.py:outside", "--wave-size", "4", "out=zeros:4", stopOnEntry=False)
    editor.ask("setExceptionBreakpoints", filters=["findings"])
    editor.ask("configurationDone")
    stopped, frame = editor.stop()
    assert stopped["reason"] == "exception" and frame["line"] == 110
    info = editor.ask("exceptionInfo", threadId=stopped["threadId"])
    assert info["exceptionId"] == "out-of-bounds" and "element 3" in info["details"]["message"]
    editor.ask("setExceptionBreakpoints", filters=[])
    editor.ask("continue", threadId=stopped["threadId"])
    editor.event("terminated")


def test_the_checker_finds_the_race(editor):
    editor.launch("kernels.py:racing", "--wave-size", "4", "x=arange:8", "out=zeros:1", stopOnEntry=False)
    editor.ask("setExceptionBreakpoints", filters=["check"])
    editor.ask("configurationDone")
    stopped, frame = editor.stop()
    assert "race: line 67" in stopped["description"] and "line 69" in stopped["description"] and frame["line"] == 69


def test_a_pause_reaches_a_kernel_that_does_not_end(editor):
    editor.launch("kernels.py:endless", "--wave-size", "4", "out=zeros:1", stopOnEntry=False)
    editor.ask("configurationDone")
    # While the run goes on, the threads are those of the last stop.
    (thread,) = editor.ask("threads")["threads"]
    assert thread["name"] == "group 0, wave 0"
    number = editor.send("pause", threadId=1)
    assert editor.event("stopped")["reason"] == "pause"
    assert editor.response(number)["success"]
    (thread,) = editor.ask("threads")["threads"]
    # It can go on, step by step.
    for _ in range(3):
        editor.ask("next", threadId=thread["id"])
        assert editor.stop()[0]["reason"] == "step"
    frame = editor.ask("stackTrace", threadId=thread["id"])["stackFrames"][0]
    assert editor.ask("evaluate", expression="i", frameId=frame["id"])["result"] == "1"


def test_a_pause_that_arrives_before_the_run_begins_stops_it(editor):
    editor.launch("kernels.py:endless", "--wave-size", "4", "out=zeros:1", stopOnEntry=False)
    # All of them arrive together; each pause is for the run before it, and the last one is for none.
    numbers = editor.send_together("configurationDone", "pause", "continue", "pause", "pause", "next")
    said = []
    while ("stopped", "step") not in said:
        message = editor.messages.get(timeout=60)
        if message["type"] == "response":
            assert message["success"]
            said.append(message["request_seq"] - numbers[0])
        elif message["event"] == "stopped":
            said.append(("stopped", message["body"]["reason"]))
    assert said == [0, ("stopped", "pause"), 1, 2, ("stopped", "pause"), 3, 4, 5, ("stopped", "step")]
    # It also stops the way back.
    first, _ = editor.send_together("reverseContinue", "pause")
    assert editor.response(first)["success"]
    assert editor.event("stopped")["reason"] == "pause"


def test_what_a_kernel_prints_is_output(editor):
    editor.launch("kernels.py:told", "--wave-size", "4", "out=zeros:4")
    editor.ask("configurationDone")
    editor.stop()
    editor.ask("next", threadId=1)
    editor.ask("next", threadId=1)
    output = editor.event("output")
    assert output["category"] == "stdout" and output["output"].startswith("group 0, wave 0, lane 0: lane 0\n")


def test_a_shader(editor):
    editor.launch("shader.hlsl", "--wave-size", "4", "values=3,0,5,1,2,9,4,7", "result=zeros:8", stopOnEntry=False)
    path = str(FOLDER / "shader.hlsl")
    asked = [{"line": 11, "condition": "lane 2: v == 5"}]
    assert editor.ask("setBreakpoints", source={"path": path}, breakpoints=asked)["breakpoints"][0]["verified"]
    editor.ask("configurationDone")
    stopped, frame = editor.stop()
    frames = editor.ask("stackTrace", threadId=stopped["threadId"])["stackFrames"]
    assert [one["name"] for one in frames] == ["twice", "quadruple", "main"]
    assert editor.values(frames[0])["v"]["value"] == "[6 0 5 1]"
    assert editor.values(frames[2])["light.kind"]["type"] == "uint"
    assert editor.ask("evaluate", expression="v + 1", frameId=frame["id"])["result"] == "[7 1 6 2]"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("kernels.py:wrong", "unknown name `undefined_name`"),
        ("kernels.py:nothing", "has no kernel `nothing`"),
        ("missing.py", "missing.py"),
        ("broken.hlsl", "use of undeclared identifier 'missing'"),
    ],
)
def test_a_kernel_that_cannot_be_launched(editor, program, message):
    editor.ask("initialize", adapterID="wavedialect")
    arguments = ["result=zeros:1"] if program == "broken.hlsl" else ["out=zeros:1"]
    assert message in editor.refused("launch", program=program, args=arguments, cwd=str(FOLDER))


def test_wrong_requests_are_refused(editor):
    editor.ask("initialize", adapterID="wavedialect")
    assert "is not supported" in editor.refused("gotoTargets")
    assert "no kernel has been launched" in editor.refused("threads")
    assert "names no kernel" in editor.refused("launch", args=[])
    assert "--groups" in editor.refused("launch", program="kernels.py:sums", args=["--groups", "x"], cwd=str(FOLDER))
    assert "cannot be entered" in editor.refused("launch", program="kernels.py:sums", cwd="/nowhere")
    editor.ask("launch", program=SUMS[0], args=list(SUMS[1:]), cwd=str(FOLDER))
    assert editor.refused("setBreakpoints", breakpoints=[]) == (
        "the request `setBreakpoints` lacks `source`\nhelp: send it as the protocol describes"
    )
    assert "lacks `path`" in editor.refused("setBreakpoints", source={"name": "kernels.py"})
    asked = {"source": {"path": KERNELS}, "breakpoints": [{"condition": "any(lane > 3)"}]}
    assert "lacks `line`" in editor.refused("setBreakpoints", **asked)
    for request, name in (("stackTrace", "threadId"), ("variables", "variablesReference"), ("evaluate", "expression")):
        assert f"`{request}` lacks `{name}`" in editor.refused(request)
    assert "earlier stop" in editor.refused("variables", variablesReference=99)
    assert "has not stopped at undefined behavior" in editor.refused("exceptionInfo", threadId=1)


def test_a_restart_begins_again(editor):
    editor.launch(*SUMS)
    editor.ask("configurationDone")
    editor.stop()
    editor.ask("setDataBreakpoints", breakpoints=[{"dataId": "out[0]"}])
    editor.ask("continue", threadId=1)
    assert editor.stop()[1]["line"] == 57
    editor.ask("restart")
    stopped, frame = editor.stop()
    assert stopped["reason"] == "entry" and frame["line"] == 48
    assert editor.ask("evaluate", expression="out[0]", frameId=frame["id"])["result"] == "0"


def test_the_launch_configuration_of_the_documentation(editor, tmp_path):
    text = (Path(__file__).resolve().parents[3] / "docs" / "debugger.md").read_text("utf-8")
    code = re.search(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "sums.py").write_text(code[1], "utf-8")
    extension, launch = map(json.loads, re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    (debugger,) = extension["contributes"]["debuggers"]
    assert debugger["args"] == ["wavedialect", "debug", "--adapter"]
    (configuration,) = launch["configurations"]
    assert configuration["type"] == debugger["type"]
    known = debugger["configurationAttributes"]["launch"]["properties"]
    assert {"program", "args", "cwd"} <= known.keys() and "program" in configuration
    configuration["cwd"] = configuration["cwd"].replace("${workspaceFolder}", str(tmp_path))
    editor.ask("initialize", adapterID=debugger["type"])
    editor.ask("launch", **configuration)
    editor.event("initialized")
    editor.ask("configurationDone")
    assert editor.stop()[1]["line"] == 16


def test_breakpoints_of_the_source_stop_in_its_ir(editor):
    editor.launch(*SUMS, "--stage", "wave", stopOnEntry=False)
    for lines in ([56, 54], [57]):
        asked = [{"line": line} for line in lines]
        made = editor.ask("setBreakpoints", source={"path": KERNELS}, breakpoints=asked)["breakpoints"]
        assert [one["line"] for one in made] == lines
    editor.ask("configurationDone")
    stopped, _ = editor.stop()
    # The breakpoints of the first request are gone.
    assert stopped["hitBreakpointIds"] == [made[0]["id"]]


def test_hits_are_counted(editor):
    editor.launch(*TRIPS)
    asked = [
        {"line": 20, "hitCondition": "3"},
        {"line": 20, "hitCondition": "% 4"},
        {"line": 20, "hitCondition": "often"},
    ]
    made = editor.ask("setBreakpoints", source={"path": KERNELS}, breakpoints=asked)["breakpoints"]
    assert [one["verified"] for one in made] == [True, True, False]
    assert "`often` is not a number of hits" in made[2]["message"]
    editor.ask("configurationDone")
    editor.stop()
    hits = []
    for _ in range(2):
        editor.ask("continue", threadId=1)
        stopped, frame = editor.stop()
        steps = editor.ask("evaluate", expression="wd.wave_active_max(steps)", frameId=frame["id"])["result"]
        hits.append((stopped["hitBreakpointIds"], int(steps)))
    # Each hit counts a step.
    first, second = made[0]["id"], made[1]["id"]
    assert hits == [([first], 2), ([second], 3)]
    editor.ask("continue", threadId=1)
    editor.event("terminated")


def test_a_log_point_shows_values_and_goes_on(editor):
    editor.launch(*TRIPS)
    asked = [{"line": 20, "logMessage": "steps {steps}, {nothing}", "condition": "all(steps == 0)"}]
    assert editor.ask("setBreakpoints", source={"path": KERNELS}, breakpoints=asked)["breakpoints"][0]["verified"]
    editor.ask("configurationDone")
    editor.stop()
    editor.ask("continue", threadId=1)
    output = editor.event("output")
    assert output["category"] == "console"
    assert output["output"] == "steps 0, {nothing: unknown name `nothing`}\n"
    editor.event("terminated")


def test_two_breakpoints_on_a_line_are_both_named(editor):
    editor.launch(*TRIPS)
    made = editor.ask("setBreakpoints", source={"path": KERNELS}, breakpoints=[{"line": 27}, {"line": 27}])
    editor.ask("configurationDone")
    editor.stop()
    editor.ask("continue", threadId=1)
    assert editor.stop()[0]["hitBreakpointIds"] == [one["id"] for one in made["breakpoints"]]


def test_unknown_filters_are_refused(editor):
    editor.launch(*TRIPS)
    message = editor.refused("setExceptionBreakpoints", filters=["findings", "everything"])
    assert message == "there is no exception filter `everything`\nhelp: the filters are findings, barriers, check"
    options = [{"filterId": "findings", "condition": "lane == 1"}]
    assert "have no conditions" in editor.refused("setExceptionBreakpoints", filters=[], filterOptions=options)
    asked = [{"dataId": "out[1]", "accessType": "read"}]
    (made,) = editor.ask("setDataBreakpoints", breakpoints=asked)["breakpoints"]
    assert not made["verified"] and "`read`" in made["message"]


def test_requests_that_look_are_refused_at_once_during_a_run(editor):
    editor.launch("kernels.py:endless", "--wave-size", "4", "out=zeros:1", stopOnEntry=False)
    editor.ask("configurationDone")
    for request in ({"command": "stackTrace", "threadId": 1}, {"command": "evaluate", "expression": "i"}):
        assert editor.refused(**request) == "the kernel runs\nhelp: pause it first"
    # After a pause they wait for the stop.
    editor.send("pause", threadId=1)
    number = editor.send("stackTrace", threadId=1)
    while (message := editor.messages.get(timeout=SECONDS)).get("request_seq") != number:
        assert message["type"] == "event" or message["success"]
    assert message["success"] and message["body"]["stackFrames"]
    # Also when they arrive together with the move.
    first, second = editor.send_together("continue", "stackTrace")
    assert editor.response(first)["success"]
    assert not editor.response(second)["success"]
    editor.send("pause", threadId=1)
    assert editor.event("stopped")["reason"] == "pause"


def test_commands_of_the_console_move_the_run(editor):
    editor.launch(*SUMS)
    editor.ask("configurationDone")
    _, frame = editor.stop()
    for command, line, reason in (("next 2", 50, "step"), ("barrier", 55, "goto"), ("back", 55, "step")):
        editor.ask("evaluate", expression=command, context="repl", frameId=frame["id"])
        stopped, frame = editor.stop()
        assert (stopped["reason"], frame["line"]) == (reason, line)
    assert "threads" in editor.refused("evaluate", expression="wave 1", context="repl")
    assert "call stack" in editor.refused("evaluate", expression="up", context="repl")
    assert "in the editor" in editor.refused("evaluate", expression="quit", context="repl")
    # Elsewhere the text is an expression.
    assert "unknown name `finish`" in editor.refused(
        "evaluate", expression="finish", context="watch", frameId=frame["id"]
    )


@pytest.mark.parametrize(
    ("request_", "arguments", "message"),
    [
        ("stackTrace", {"threadId": "one"}, "`threadId` of the request `stackTrace` is 'one'\nhelp: send a number"),
        ("stackTrace", {"threadId": 99}, "there is no thread 99\nhelp: the threads are 1-2"),
        ("next", {"threadId": True}, "`threadId` of the request `next` is True\nhelp: send a number"),
        ("evaluate", {"expression": 3}, "`expression` of the request `evaluate` is 3\nhelp: send a text"),
        ("setBreakpoints", {"source": "kernels.py"}, "`source` of the request `setBreakpoints` is 'kernels.py'"),
        ("setBreakpoints", {"source": {"path": KERNELS}, "breakpoints": [3]}, "send a list of objects"),
        ("setBreakpoints", {"source": {"path": KERNELS}, "breakpoints": [{"line": "3"}]}, "`line` of the request"),
        ("setBreakpoints", {"source": {"path": KERNELS}, "breakpoints": [{"line": None}]}, "lacks `line`"),
        ("variables", {"variablesReference": None}, "lacks `variablesReference`"),
        ("scopes", {"frameId": 77}, "this frame belongs to an earlier stop"),
        ("evaluate", {"expression": " ", "context": "repl"}, "the expression is missing"),
        ("evaluate", {"expression": "next foo", "context": "repl"}, "`foo` is not a number of times"),
        ("setExceptionBreakpoints", {"filters": "findings"}, "send a list"),
        ("launch", {"program": "kernels.py:trips"}, "has been launched already"),
    ],
)
def test_arguments_of_wrong_types_are_refused(editor, request_, arguments, message):
    editor.launch(*SUMS)
    assert message in editor.refused(request_, **arguments)
    # The session goes on.
    editor.ask("configurationDone")
    assert editor.stop()[1]["line"] == 48


def test_lines_can_begin_at_zero(editor):
    editor.ask("initialize", adapterID="wavedialect", linesStartAt1=False, columnsStartAt1=False)
    editor.ask("launch", program=TRIPS[0], args=list(TRIPS[1:]), cwd=str(FOLDER))
    editor.event("initialized")
    (made,) = editor.ask("setBreakpoints", source={"path": KERNELS}, breakpoints=[{"line": 26}])["breakpoints"]
    assert made["line"] == 26
    editor.ask("configurationDone")
    assert editor.stop()[1]["line"] == 25
    editor.ask("continue", threadId=1)
    _, frame = editor.stop()
    assert (frame["line"], frame["column"]) == (26, 4)


def test_the_configuration_needs_a_launch(editor):
    editor.ask("initialize", adapterID="wavedialect")
    assert "no kernel has been launched" in editor.refused("configurationDone")


def test_arrays_of_shaders_open_to_numbers(editor):
    arguments = ["--wave-size", "4", "Settings=full:1065353216:16", "result=zeros:8", "cells=zeros:24"]
    editor.launch("arrays.hlsl", *arguments)
    editor.ask("configurationDone")
    editor.stop()
    editor.ask("evaluate", expression="barrier", context="repl")
    _, frame = editor.stop()
    arrays = editor.values(frame, "Arrays")
    assert arrays["t"]["value"] == "groupshared of 2 x 4 float" and arrays["t"]["indexedVariables"] == 8
    elements = editor.ask("variables", variablesReference=arrays["t"]["variablesReference"])["variables"]
    assert [one["name"] for one in elements[3:5]] == ["[0][3]", "[1][0]"]
    assert elements[4]["evaluateName"] == "t[1][0]" and elements[4]["value"].startswith("4.0  (by lane 0 of wave 1")
    elements = editor.ask("variables", variablesReference=arrays["grid"]["variablesReference"])["variables"]
    assert elements[1]["name"] == "[0][1]"
    numbers = editor.ask("variables", variablesReference=elements[1]["variablesReference"])["variables"]
    assert [(one["name"], one["evaluateName"], one["type"]) for one in numbers][1:] == [
        (".b[0]", "grid[0][1].b[0]", "int"),
        (".b[1]", "grid[0][1].b[1]", "int"),
    ]
    info = editor.ask("dataBreakpointInfo", variablesReference=elements[1]["variablesReference"], name=".b[1]")
    assert info["dataId"] == "grid[0][1].b[1]"
    constants = editor.ask("variables", variablesReference=arrays["Settings"]["variablesReference"])["variables"]
    assert [(one["name"], one["value"], one["type"]) for one in constants][:2] == [
        (".scale", "1.0", "float"),
        (".offsets.x", "1065353216", "int"),
    ]
    assert constants[1]["evaluateName"] == "offsets.x"
