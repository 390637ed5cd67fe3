#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""JSON that commands wrote against their schemas: tests/schema.py FOLDER [--unseen FIELD]... SCHEMA...

That of NAME.json is in FOLDER/NAME/. Prints one line for each fault, with what to do about it, and exits with status 1 if there is one:
- a file does not fit the schema: a field is unknown, missing or of another type;
- the schema accepts what it must not: an object with an unknown field, or without a required one;
- a field of the schema has no description, or is in none of the files, unless --unseen names it.
Fields are named by their path, with [] for an array's items and NAME for what a pattern matches.
"""
import argparse
import copy
import json
import pathlib
import sys
import warnings

warnings.simplefilter("ignore", DeprecationWarning)  # newer versions of jsonschema prefer another resolver
try:
    import jsonschema
except ImportError:
    sys.exit("tests/schema.py: no module jsonschema, expected the Debian package python3-jsonschema")


class Schema:
    def __init__(self, file):
        self.file = file
        self.root = json.loads(pathlib.Path(file).read_text())
        self.validator_of = jsonschema.Draft202012Validator
        self.validator_of.check_schema(self.root)
        self.resolver = jsonschema.RefResolver(pathlib.Path(file).resolve().as_uri(), self.root)
        self.validator = self.validator_of(self.root, resolver=self.resolver)

    def resolve(self, node, instance):
        """The node after all $ref and if that apply to the instance. References to other files are followed."""
        while "$ref" in node or "if" in node:
            if "$ref" in node:
                reference = node["$ref"]
                if reference.startswith("#"):
                    node = self.resolver.resolve_fragment(self.root, reference[1:])
                else:
                    node = self.resolver.resolve(reference)[1]
            else:
                fits = self.validator_of(node["if"], resolver=self.resolver).is_valid(instance)
                node = node["then" if fits else "else"]
        return node

    def fields(self, node, instance, path=""):
        """(path, instance, node) of the instance's objects and of each field and item below it."""
        node = self.resolve(node, instance)
        yield path, instance, node
        if isinstance(instance, list) and "items" in node:
            for item in instance:
                yield from self.fields(node["items"], item, path + "[]")
        if isinstance(instance, dict):
            for name, value in instance.items():
                if name in node.get("properties", {}):
                    yield from self.fields(node["properties"][name], value, f"{path}.{name}".lstrip("."))
                else:
                    for below in node.get("patternProperties", {}).values():
                        yield from self.fields(below, value, f"{path}.NAME".lstrip("."))


def path_text(path):
    return "".join("[]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def advice(error):
    """What is wrong, and what to do after a change of the command."""
    where = path_text(error.absolute_path)
    within = f" of {where}" if where else ""
    if error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        names = ", ".join(name for name in error.instance if name not in known)
        return (f"{names}{within}: written but not listed, expected in the schema: add it to \"properties\" with type "
                "and description, and to \"required\" if it is always written")
    if error.validator == "required":
        names = ", ".join(name for name in error.validator_value if name not in error.instance)
        return f"{names}{within}: required but not written, expected to be written or taken out of \"required\""
    return f"{where or 'the document'}: {error.message}, expected what the schema says, or the schema changed"


def refuses(schema, document):
    """Objects of the document, one of each kind, with an unknown field or without a required one must not fit."""
    seen = set()
    for path, instance, node in schema.fields(schema.root, document):
        if not isinstance(instance, dict) or path in seen:
            continue
        seen.add(path)
        kept = copy.copy(instance)
        for name in [None] + node.get("required", []):
            if name is None:
                instance["an unknown field"] = 0
            else:
                del instance[name]
            if schema.validator.is_valid(document):
                what = f"without {name}" if name else "with an unknown field"
                yield f"{path or 'the document'} {what}: accepted, expected it refused: set \"additionalProperties\": false"
            instance.clear()
            instance.update(kept)


def listed(schema, node, path="", within=()):
    """(path, node) of all fields that the schema lists, whatever the instance."""
    if "$ref" in node:
        if node["$ref"] in within:
            return
        within += (node["$ref"],)
        yield from listed(schema, schema.resolve({"$ref": node["$ref"]}, None), path, within)
    for part in ("then", "else"):
        if part in node:
            yield from listed(schema, node[part], path, within)
    if "items" in node:
        yield from listed(schema, node["items"], path + "[]", within)
    below = [(name, value) for name, value in node.get("properties", {}).items()]
    below += [("NAME", value) for value in node.get("patternProperties", {}).values()]
    for name, value in below:
        yield f"{path}.{name}".lstrip("."), value
        yield from listed(schema, value, f"{path}.{name}".lstrip("."), within)


def faults(schema, files, unseen):
    written, fits = set(), True
    for file in files:
        document = json.loads(pathlib.Path(file).read_text())
        errors = [advice(error) for error in schema.validator.iter_errors(document)]
        yield from errors
        if errors:
            fits = False
        else:
            yield from refuses(schema, document)
            written.update(path for path, _, _ in schema.fields(schema.root, document))
    for path, node in listed(schema, schema.root):
        if "description" not in node and "$ref" not in node and not path.endswith("NAME"):
            yield f"{path}: no \"description\", expected one with the unit"
        if fits and path not in written and path not in unseen:
            yield (f"{path}: in none of these outputs ({len(files)}), expected in one: add a command line to "
                   "tests/scripts/json.sh that writes it, or take it out of the schema")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("schemas", nargs="+", type=pathlib.Path)
    parser.add_argument("--unseen", action="append", default=[])
    options, bad = parser.parse_args(), False
    for file in options.schemas:
        try:
            found = faults(Schema(file), sorted((options.folder / file.stem).iterdir()), options.unseen)
            lines = [f"{file}: {fault}" for fault in dict.fromkeys(found)]
        except OSError as error:
            lines = [f"{error.filename}: {error.strerror}, expected a schema, and JSON in FOLDER/NAME/"]
        except (ValueError, jsonschema.SchemaError) as error:
            lines = [f"{file}, or a file checked by it: {error}"]
        print(*lines, sep="\n", end="\n" * bool(lines))
        bad |= bool(lines)
    return bad


if __name__ == "__main__":
    sys.exit(main())
