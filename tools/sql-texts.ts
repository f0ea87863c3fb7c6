/** A text of a source file that may be SQL, with the expressions that stand in it. */
export interface SqlText {
  /** The text; each expression is `\uE000<number>\uE000`. */
  text: string
  expressions: string[]
  /** Whether it is written as SQL: behind the word `sql`. */
  tagged: boolean
}

/** Every template and string of a TypeScript file; templates within expressions of others too, each by itself. */
export function sqlTexts(source: string): SqlText[] {
  const found: SqlText[] = []
  code(source, 0, found, false)
  return found
}

/** Reads code from `at` to the end, or behind the `}` that closes an expression of a template. Returns where it stopped. */
function code(source: string, at: number, found: SqlText[], within: boolean): number {
  let depth = 0
  /** The last sign that is no blank: before a `/` it tells a division from a pattern. */
  let before = ''
  while (at < source.length) {
    const sign = source[at]!
    const two = source.slice(at, at + 2)
    if (two === '//') at = endOf(source, '\n', at)
    else if (two === '/*') at = endOf(source, '*/', at)
    else if (sign === "'" || sign === '"') at = quoted(source, at, found)
    else if (sign === '`') at = template(source, at + 1, found)
    else if (sign === '/' && /[(,=:[!&|?{};]/.test(before || ';')) at = pattern(source, at)
    else {
      if (sign === '{') depth += 1
      if (sign === '}' && --depth < 0 && within) return at + 1
      at += 1
    }
    if (/\S/.test(sign)) before = sign
  }
  return at
}

const endOf = (source: string, end: string, from: number): number => {
  const at = source.indexOf(end, from)
  return at < 0 ? source.length : at + end.length
}

function quoted(source: string, start: number, found: SqlText[]): number {
  let at = start + 1
  while (at < source.length && source[at] !== source[start] && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1
  found.push({ text: source.slice(start + 1, at), expressions: [], tagged: false })
  return at + 1
}

function pattern(source: string, start: number): number {
  let at = start + 1
  for (let inClass = false; at < source.length && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '[') inClass = true
    else if (source[at] === ']') inClass = false
    else if (source[at] === '/' && !inClass) return at + 1
  }
  return start + 1
}

function template(source: string, start: number, found: SqlText[]): number {
  const tagged = /\bsql(?:<[^`]*>)?$/.test(source.slice(Math.max(0, start - 400), start - 1).trimEnd())
  const sqlText: SqlText = { text: '', expressions: [], tagged }
  found.push(sqlText)
  let at = start
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') {
      sqlText.text += source.slice(at, at + 2)
      at += 2
    } else if (source.startsWith('${', at)) {
      const end = code(source, at + 2, found, true)
      sqlText.text += `\uE000${sqlText.expressions.length}\uE000`
      sqlText.expressions.push(source.slice(at + 2, end - 1).trim())
      at = end
    } else {
      sqlText.text += source[at]
      at += 1
    }
  }
  return at + 1
}

export type Token = { word: string } | { expression: string }

/** Words and signs of SQL in lower case, without blanks, comments and values in quotes. */
export function tokensOf({ text, expressions }: SqlText): Token[] {
  const tokens: Token[] = []
  const signs =
    /\uE000(\d+)\uE000|--[^\n]*|\/\*[\s\S]*?\*\/|('(?:[^']|'')*')|"([^"]+)"|([a-z_][\w$]*)|(\d[\w.]*)|(\S)/gi
  for (const [, expression, value, name, word, number, sign] of text.matchAll(signs)) {
    if (expression !== undefined) tokens.push({ expression: expressions[Number(expression)]! })
    else if (value !== undefined) tokens.push({ word: "''" })
    else if (name ?? word ?? number ?? sign) tokens.push({ word: (name ?? word ?? number ?? sign)!.toLowerCase() })
  }
  return tokens
}
