"""HTTP APIs: paths, preflight requests, failures of functions, and body size limits as in API Gateway."""

import json
from typing import Any

from ministack import app
from ministack.services import apigateway, lambda_svc

from engine.corrections.functions.payloads import REQUEST_TOO_LARGE
from engine.replacing import replace
from engine.shapes import AsyncFunction, Function, JsonObject, Response

# https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
_BODY_LIMIT_BYTES = 10 * 1024 * 1024


def install() -> None:
    """Installs the corrections."""
    replace(app, "_parse_execute_api_url", _with_trailing_slash(app._parse_execute_api_url))
    replace(app, "_resolve_stage_and_path", _whole_path(app._resolve_stage_and_path))
    replace(apigateway, "_cors_response_headers", _with_api_spelling(apigateway._cors_response_headers))
    replace(apigateway, "_cors_preflight_response", _with_api_spelling(apigateway._cors_preflight_response))
    replace(apigateway, "_handle_execute_in_scope", _execute(apigateway._handle_execute_in_scope))
    replace(apigateway, "_match_route", _match_route(apigateway._match_route))
    replace(apigateway, "_invoke_lambda_proxy", _invoke(apigateway._invoke_lambda_proxy))
    replace(
        lambda_svc,
        "lambda_execute_result_to_api_proxy_response",
        _proxy_response(lambda_svc.lambda_execute_result_to_api_proxy_response),
    )


def _with_trailing_slash(parse: Function) -> Function:
    """Returns "" for the path after the first segment, which may be a stage, when not even a slash follows it."""

    def run(host: str, path: str) -> tuple[str, str, str] | None:
        parsed: tuple[str, str, str] | None = parse(host, path)
        if parsed is None or parsed[2] != "/" or path.endswith("/"):
            return parsed
        return parsed[0], parsed[1], ""

    return run


def _whole_path(resolve: Function) -> Function:
    """Keeps a trailing slash: /videos and /videos/ are two paths with separate routes."""

    def run(api_id: str, first_segment: str, rest: str) -> tuple[str, str]:
        stage, path = resolve(api_id, first_segment, rest or "/")
        is_cut = rest == "/" and stage == "$default" and first_segment not in ("", "$default")
        return stage, f"{path}/" if is_cut else path

    return run


def _with_api_spelling(respond: Function) -> Function:
    """Accepts the CORS configuration in the spelling of CloudFormation, too."""

    def run(configuration: JsonObject | None, origin: str) -> Any:
        known = {name[:1].lower() + name[1:]: value for name, value in (configuration or {}).items()}
        return respond(known, origin)

    return run


def _execute(execute: AsyncFunction) -> AsyncFunction:
    """Sends OPTIONS to the routes of an API without a CORS configuration, and limits the body size.

    MiniStack rejects the exact method OPTIONS before it matches a route, so the method is passed in another spelling,
    which `_match_route` and `_invoke` reverse.
    """

    async def run(*arguments: Any) -> Response:
        api_id, stage, path, method, headers, body, *rest = arguments
        if len(body or b"") > _BODY_LIMIT_BYTES:
            return _message(413, "Request Entity Too Large")
        api = apigateway._apis.get(api_id) or {}
        if method == "OPTIONS" and not api.get("corsConfiguration"):
            method = "Options"
        return await execute(api_id, stage, path, method, headers, body, *rest)  # type: ignore[no-any-return]

    return run


def _match_route(match: Function) -> Function:
    return lambda api_id, method, path: match(api_id, method.upper(), path)


def _invoke(invoke: AsyncFunction) -> AsyncFunction:
    async def run(*arguments: Any, **named: Any) -> Response:
        integration, api_id, stage, path, method, *rest = arguments
        response: Response = await invoke(integration, api_id, stage, path, method.upper(), *rest, **named)
        return response

    return run


def _proxy_response(convert: Function) -> Function:
    """Hides the error of a function from clients."""

    def run(result: JsonObject) -> Any:
        if result.get("throttle"):
            return _proxy(503, "Service Unavailable"), None
        body = result.get("body")
        if result.get("error") and isinstance(body, dict) and body.get("errorType") == REQUEST_TOO_LARGE:
            return _proxy(413, "Request Entity Too Large"), None
        if result.get("error"):
            return _proxy(500, "Internal Server Error"), None
        return convert(result)

    return run


def _proxy(status: int, message: str) -> JsonObject:
    body = json.dumps({"message": message})
    return {"statusCode": status, "headers": {"Content-Type": "application/json"}, "body": body}


def _message(status: int, message: str) -> Response:
    return status, {"Content-Type": "application/json"}, json.dumps({"message": message}).encode()
