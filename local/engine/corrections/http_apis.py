"""HTTP APIs: paths, preflights, failures of functions, and the size of a body, as API Gateway takes and answers them."""

import json

from ministack import app
from ministack.services import apigateway, lambda_svc

from engine.replacing import replace

# https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
_BODY_LIMIT_BYTES = 10 * 1024 * 1024


def install() -> None:
    replace(app, "_parse_execute_api_url", _keeping_its_end(app._parse_execute_api_url))
    replace(app, "_resolve_stage_and_path", _whole_path(app._resolve_stage_and_path))
    replace(apigateway, "_cors_response_headers", _with_known_names(apigateway._cors_response_headers))
    replace(apigateway, "_cors_preflight_response", _with_known_names(apigateway._cors_preflight_response))
    replace(apigateway, "_handle_execute_in_scope", _execute(apigateway._handle_execute_in_scope))
    replace(apigateway, "_match_route", _match_route(apigateway._match_route))
    replace(apigateway, "_invoke_lambda_proxy", _invoke(apigateway._invoke_lambda_proxy))
    replace(
        lambda_svc,
        "lambda_execute_result_to_api_proxy_response",
        _proxy_response(lambda_svc.lambda_execute_result_to_api_proxy_response),
    )


def _keeping_its_end(parse):
    """The path behind the first segment, which may be a stage; "" where nothing stands behind it, not even a slash."""

    def run(host, path):
        parsed = parse(host, path)
        if parsed is None or parsed[2] != "/" or path.endswith("/"):
            return parsed
        return parsed[0], parsed[1], ""

    return run


def _whole_path(resolve):
    """/videos and /videos/ are two paths: a route of the one does not answer the other."""

    def run(api_id, first_segment, rest):
        stage, path = resolve(api_id, first_segment, rest or "/")
        is_cut = rest == "/" and stage == "$default" and first_segment not in ("", "$default")
        return stage, f"{path}/" if is_cut else path

    return run


def _with_known_names(answer):
    """CloudFormation stores the configuration in its own spelling, the API in another."""

    def run(configuration, origin):
        known = {name[:1].lower() + name[1:]: value for name, value in (configuration or {}).items()}
        return answer(known, origin)

    return run


def _execute(execute):
    """An API without a CORS configuration leaves OPTIONS to its routes.

    MiniStack refuses every method spelled exactly OPTIONS before it looks for a route, hence the other spelling, which
    is undone where the route is chosen and where the event is made.
    """

    async def run(api_id, stage, path, method, headers, body, *rest):
        if len(body or b"") > _BODY_LIMIT_BYTES:
            return _message(413, "Request Entity Too Large")
        api = apigateway._apis.get(api_id) or {}
        if method == "OPTIONS" and not api.get("corsConfiguration"):
            method = "Options"
        return await execute(api_id, stage, path, method, headers, body, *rest)

    return run


def _match_route(match):
    return lambda api_id, method, path: match(api_id, method.upper(), path)


def _invoke(invoke):
    async def run(integration, api_id, stage, path, method, *rest, **named):
        return await invoke(integration, api_id, stage, path, method.upper(), *rest, **named)

    return run


def _proxy_response(convert):
    """Clients never see what a function failed with."""

    def run(result):
        if result.get("throttle"):
            return _proxy(503, "Service Unavailable"), None
        if result.get("error"):
            return _proxy(500, "Internal Server Error"), None
        return convert(result)

    return run


def _proxy(status: int, message: str) -> dict:
    body = json.dumps({"message": message})
    return {"statusCode": status, "headers": {"Content-Type": "application/json"}, "body": body}


def _message(status: int, message: str) -> tuple:
    return status, {"Content-Type": "application/json"}, json.dumps({"message": message}).encode()
