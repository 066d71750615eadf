// Colouring C and C++ must never lose or add a character.

import assert from "node:assert/strict";
import { test } from "node:test";
import { highlight, tokenize } from "../../src/view/highlight.ts";

const kinds = (line: string): string[] =>
  tokenize(line, false)
    .tokens.filter((token) => token.kind !== "plain")
    .map((token) => `${token.kind}:${token.text.trim()}`);

test("tokens", () => {
  assert.deepEqual(kinds('  return f("a // b", 0x1f); // end'), [
    "keyword:return",
    'text:"a // b"',
    "number:0x1f",
    "comment:// end",
  ]);
  assert.deepEqual(kinds("#include <x.h>"), ["directive:#include"]);
  assert.deepEqual(kinds("int returned = 1'000;"), ["keyword:int", "number:1'000"]);
});

test("comments go on over lines", () => {
  const lines = highlight("a /* b\n c\n d */ e\n");
  assert.equal(lines.length, 3);
  assert.deepEqual(lines[1]?.tokens, [{ kind: "comment", text: " c" }]);
  assert.equal(lines[2]?.tokens[0]?.text, " d */");
});

test("nothing is lost", () => {
  const samples = [
    "",
    "'",
    '"\\',
    "/*",
    "*/",
    "a'b",
    "\t#define X(y) #y",
    "ünïcödé 🙂 = L'x';",
    "1e+5f..x",
    '"open',
    "##",
    "\u0000\u0001",
  ];
  for (const one of samples) {
    for (const other of samples) {
      const line = one + other;
      for (const inComment of [false, true]) {
        const { tokens } = tokenize(line, inComment);
        assert.equal(tokens.map((token) => token.text).join(""), line);
      }
    }
  }
});
