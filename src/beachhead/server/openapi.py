"""The OpenAPI document: what it needs to be told about Structs, sockets and bodies that are read as they come.

`python -m beachhead.server.openapi` prints it. The types of the browser client are made from it.
"""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from litestar._openapi.schema_generation.plugins.struct import StructSchemaPlugin
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.typing import FieldDefinition

from beachhead.server.wire import Hello, Wish


class Structs(StructSchemaPlugin):
    """Describes a Struct as it is on the wire.

    One with `array_like` is an array. In what the server sends, only a field with `omit_defaults` can be missing.
    """

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Its fields in their order, with the words of its documentation."""
        kind: type[msgspec.Struct] = field_definition.annotation
        if kind.__struct_config__.array_like:
            hints = [field.type for field in msgspec.structs.fields(kind)]
            items = [schema_creator.for_field_definition(FieldDefinition.from_annotation(hint)) for hint in hints]
            return Schema(type=OpenAPIType.ARRAY, prefix_items=items, min_items=len(items), max_items=len(items))
        found = super().to_openapi_schema(field_definition, schema_creator)
        found.description = inspect.getdoc(kind)
        if not issubclass(kind, Wish | Hello) and not kind.__struct_config__.omit_defaults:
            found.required = sorted(found.properties or ())
        return found


@dataclass
class TakesSave(Operation):
    """An operation whose body is a save file, open or sealed."""

    def __post_init__(self) -> None:
        words = "A save as `/save` gives it."
        schema = Schema(
            type=OpenAPIType.OBJECT, description=words, properties={"format": Schema(type=OpenAPIType.STRING)}
        )
        content = {"application/json": OpenAPIMediaType(schema=schema)}
        self.request_body = RequestBody(content=content, required=True, description="The file.")


def document() -> bytes:
    """The document as it is served."""
    from beachhead.server.app import make_litestar  # noqa: PLC0415  the application needs what is above
    from beachhead.server.settings import Settings  # noqa: PLC0415

    schema = make_litestar(Settings(store=Path())).openapi_schema.to_schema()
    return msgspec.json.format(msgspec.json.encode(schema), indent=1) + b"\n"


if __name__ == "__main__":
    sys.stdout.buffer.write(document())
