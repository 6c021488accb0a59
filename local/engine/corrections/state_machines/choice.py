"""Choice states: with JSONata, the Output of the state applies when no rule matches, as Assign does."""

from ministack.services import stepfunctions as sfn

from engine.shapes import Function, Json, JsonObject


def execute_choice(execute: Function) -> Function:
    """Applies the Output of a Choice state; `execute` is MiniStack's function."""

    def run(state_def: JsonObject, raw_input: Json, ctx: JsonObject | None = None) -> tuple[Json, str | None]:
        jsonata = sfn._state_query_language(state_def, ctx) == "JSONata"
        if not jsonata or "Output" not in state_def:
            return execute(state_def, raw_input, ctx)  # type: ignore[no-any-return]
        for rule in state_def.get("Choices", []):
            if sfn._evaluate_jsonata_choice_rule(rule, raw_input, ctx):
                return execute(state_def, raw_input, ctx)  # type: ignore[no-any-return]
        output = sfn._apply_jsonata_output(state_def, raw_input, ctx)
        return output, execute(state_def, raw_input, ctx)[1]

    return run
