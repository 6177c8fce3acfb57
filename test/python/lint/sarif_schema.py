"""What SARIF 2.1.0 asks of the parts that are written here, after the standard's sections 3.13 to 3.54."""

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
ARTIFACT = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "uri": {"type": "string", "pattern": "^[^\\\\ ]*$"},
        "uriBaseId": {"type": "string"},
    },
}
POSITION = {"type": "integer", "minimum": 1}
REGION = ["startLine", "startColumn", "endLine", "endColumn"]
REPLACEMENT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["deletedRegion"],
    "properties": {
        "deletedRegion": {
            "type": "object",
            "additionalProperties": False,
            "required": REGION,
            "properties": dict.fromkeys(REGION, POSITION),
        },
        "insertedContent": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"text": {"type": "string"}},
        },
    },
}
FIX = {
    "type": "object",
    "additionalProperties": False,
    "required": ["artifactChanges"],
    "properties": {
        "description": TEXT,
        "artifactChanges": {
            "type": "array",
            "minItems": 1,
            "uniqueItems": True,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["artifactLocation", "replacements"],
                "properties": {
                    "artifactLocation": ARTIFACT,
                    "replacements": {"type": "array", "minItems": 1, "items": REPLACEMENT},
                },
            },
        },
    },
}
PLACE = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "physicalLocation": {
            "type": "object",
            "additionalProperties": False,
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": ARTIFACT,
                "region": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["startLine"],
                    "properties": {
                        "startLine": {"type": "integer", "minimum": 1},
                        "startColumn": {"type": "integer", "minimum": 1},
                    },
                },
            },
        },
        "logicalLocations": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}, "kind": {"type": "string"}}},
        },
        "message": TEXT,
    },
}
SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "additionalProperties": False,
                                "required": ["name"],
                                "properties": {
                                    "name": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "additionalProperties": False,
                                            "required": ["id"],
                                            "properties": {
                                                "id": {"type": "string"},
                                                "shortDescription": TEXT,
                                                "fullDescription": TEXT,
                                                "help": TEXT,
                                                "defaultConfiguration": {"properties": {"level": LEVEL}},
                                            },
                                        },
                                    },
                                },
                            }
                        },
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "originalUriBaseIds": {
                        "type": "object",
                        "additionalProperties": {"properties": {"uri": {"type": "string", "pattern": "/$"}}},
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["message"],
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": LEVEL,
                                "message": TEXT,
                                "locations": {"type": "array", "items": PLACE},
                                "relatedLocations": {"type": "array", "items": PLACE},
                                "fixes": {"type": "array", "uniqueItems": True, "items": FIX},
                            },
                        },
                    },
                },
            },
        },
    },
}
