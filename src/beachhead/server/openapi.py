"""What the OpenAPI document needs to be told: Structs that are sent as arrays to keep big answers small, and bodies
that are read as they come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition


class ArrayStructs(OpenAPISchemaPlugin):
    """Describes a Struct with `array_like` as the array that it is on the wire."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """Whether this is such a Struct."""
        return isinstance(value, type) and issubclass(value, msgspec.Struct) and value.__struct_config__.array_like

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Its fields in their order."""
        fields = msgspec.structs.fields(field_definition.annotation)
        items = [schema_creator.for_field_definition(FieldDefinition.from_annotation(field.type)) for field in fields]
        return Schema(type=OpenAPIType.ARRAY, prefix_items=items, min_items=len(items), max_items=len(items))


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
