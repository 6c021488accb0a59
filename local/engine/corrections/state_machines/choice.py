"""Choice states: with JSONata the state's own Output applies when no rule matched, as Assign does."""

from ministack.services import stepfunctions as sfn


def execute_choice(execute):
    def run(state_def, raw_input, ctx=None):
        jsonata = sfn._state_query_language(state_def, ctx) == "JSONata"
        if not jsonata or "Output" not in state_def:
            return execute(state_def, raw_input, ctx)
        for rule in state_def.get("Choices", []):
            if sfn._evaluate_jsonata_choice_rule(rule, raw_input, ctx):
                return execute(state_def, raw_input, ctx)
        output = sfn._apply_jsonata_output(state_def, raw_input, ctx)
        return output, execute(state_def, raw_input, ctx)[1]

    return run
