"""The OpenAPI document, made from the table of operations and the types that check requests."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from specwright import __version__
from specwright.server.errors import Problem
from specwright.server.operations import Operation

_REF: Final = "#/components/schemas/{model}"
_PARAMETER: Final = re.compile(r"{(\w+)(?::path)?}")


def openapi_document(operations: Iterable[Operation]) -> dict[str, Any]:
    """Return the description of these operations, as OpenAPI 3.1."""
    table = tuple(operations)
    models: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {(Problem, "serialization"): None}
    for operation in table:
        for model, mode in _models(operation):
            models[model, mode] = None
    schemas, definitions = models_json_schema(list(models), ref_template=_REF)
    paths: dict[str, dict[str, Any]] = {}
    for operation in table:
        path = _PARAMETER.sub(r"{\1}", operation.path)
        paths.setdefault(path, {})[operation.method.lower()] = _described(operation, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "specwright", "version": __version__, "description": "Spec in, verified code out."},
        "paths": paths,
        "components": {
            "schemas": definitions.get("$defs", {}),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _models(operation: Operation) -> Iterable[tuple[type[BaseModel], JsonSchemaMode]]:
    if operation.body is not None:
        yield operation.body, "validation"
    if operation.query is not None:
        yield operation.query, "validation"
    if operation.reply is not None:
        yield operation.reply, "serialization"


def _described(operation: Operation, schemas: Any) -> dict[str, Any]:
    problem = {"content": _json({"properties": {"error": schemas[Problem, "serialization"]}})}
    reply: dict[str, Any] = {"description": operation.status.phrase}
    if operation.reply is not None:
        reply["content"] = _json(schemas[operation.reply, "serialization"])
    found: dict[str, Any] = {
        "operationId": re.sub(r"\W+", "_", f"{operation.method}{operation.path}").strip("_").lower(),
        "summary": operation.summary,
        "security": [] if operation.access == "open" else [{"token": []}],
        "parameters": [*_in_path(operation), *_in_query(operation)],
        "responses": {str(int(operation.status)): reply, "default": {"description": "A refusal.", **problem}},
    }
    if operation.body is not None:
        found["requestBody"] = {"required": True, "content": _json(schemas[operation.body, "validation"])}
    return found


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _in_path(operation: Operation) -> Iterable[dict[str, Any]]:
    for name in _PARAMETER.findall(operation.path):
        yield {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _in_query(operation: Operation) -> Iterable[dict[str, Any]]:
    schema = operation.query.model_json_schema(ref_template=_REF) if operation.query is not None else {}
    for name, described in schema.get("properties", {}).items():
        yield {"name": name, "in": "query", "required": False, "schema": described}
