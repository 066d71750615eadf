// Enough of C and C++ to colour a line of source: comments, texts, numbers, keywords, directives.

export type TokenKind = "plain" | "comment" | "text" | "number" | "keyword" | "directive";

export interface Token {
  kind: TokenKind;
  text: string;
}

const kKeywords = new Set(
  (
    "alignas alignof asm auto bool break case catch char class concept const consteval constexpr constinit continue " +
    "co_await co_return co_yield decltype default delete do double else enum explicit export extern false final float for " +
    "friend goto if inline int long mutable namespace new noexcept nullptr operator override private protected public " +
    "register requires restrict return short signed sizeof static static_assert static_cast struct switch template this " +
    "thread_local throw true try typedef typename union unsigned using virtual void volatile while _Atomic _Bool _Thread_local"
  ).split(" "),
);

const kToken =
  /(\/\/.*)|(\/\*)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(\b\d[\w.']*)|([A-Za-z_]\w*)|(^\s*#\s*\w+)|(\s+|[^\w\s])/gy;

// The tokens of a line, and whether a comment goes on behind it.
export function tokenize(line: string, inComment: boolean): { tokens: Token[]; inComment: boolean } {
  const tokens: Token[] = [];
  let position = 0;
  let isOpen = inComment;
  while (position < line.length) {
    if (isOpen) {
      const close = line.indexOf("*/", position);
      const end = close < 0 ? line.length : close + 2;
      tokens.push({ kind: "comment", text: line.slice(position, end) });
      isOpen = close < 0;
      position = end;
      continue;
    }
    kToken.lastIndex = position;
    const match = kToken.exec(line);
    if (match === null) {
      tokens.push({ kind: "plain", text: line.slice(position) });
      break;
    }
    if (match[2] !== undefined) {
      isOpen = true;
      tokens.push({ kind: "comment", text: match[0] });
    } else {
      tokens.push({ kind: kindOf(match), text: match[0] });
    }
    position = kToken.lastIndex;
  }
  return { tokens, inComment: isOpen };
}

function kindOf(match: RegExpExecArray): TokenKind {
  if (match[1] !== undefined) return "comment";
  if (match[3] !== undefined) return "text";
  if (match[4] !== undefined) return "number";
  if (match[5] !== undefined) return kKeywords.has(match[5]) ? "keyword" : "plain";
  return match[6] !== undefined ? "directive" : "plain";
}

export interface SourceLine {
  tokens: Token[];
}

export function highlight(text: string): SourceLine[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  let inComment = false;
  return lines.map((line) => {
    const result = tokenize(line, inComment);
    inComment = result.inComment;
    return { tokens: result.tokens };
  });
}
