import { SearchError } from './errors.ts'

/** How a value is compared. */
export type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<='

/** A filter expression of Meilisearch, read. */
export type Filter =
  | { and: Filter[] }
  | { or: Filter[] }
  | { not: Filter }
  | { attribute: string; is: Comparison; value: string }
  | { attribute: string; from: string; to: string }
  | { attribute: string; among: string[] }
  | { attribute: string; has: 'value' | 'null' | 'empty' }

const fail = (message: string): never => {
  throw new SearchError('invalid_search_filter', message)
}

/** A word, a quoted text or a sign of the grammar. */
interface Token {
  text: string
  quoted: boolean
}
const comparisons: readonly string[] = ['=', '!=', '>', '>=', '<', '<=']
/** A deeper expression is no query that a person or a page makes. */
const deepest = 50
const mostTokens = 2_000
/** In all texts of a filter: each comparison is a parameter of the statement, which may have 65,535. */
const mostLetters = 20_000

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  const pattern = /\s*(?:(["'])((?:\\.|(?!\1)[^\\])*)\1|(>=|<=|!=|[=<>()[\],])|([^\s"'=!<>()[\],]+))/gy
  let at = 0
  while (source.slice(at).trim() !== '') {
    pattern.lastIndex = at
    const found = pattern.exec(source)
    if (!found) return fail(`Was expecting an expression at \`${source.slice(at).trim().slice(0, 40)}\`.`)
    const [, quote, text, sign, word] = found
    tokens.push(
      quote ? { text: text!.replace(/\\(.)/g, '$1'), quoted: true } : { text: (sign ?? word)!, quoted: false },
    )
    if (tokens.length > mostTokens) return fail('The filter is too long.')
    at = pattern.lastIndex
  }
  return tokens
}

/** Reads a filter expression; undefined for an empty one. */
function readText(source: string): Filter | undefined {
  const tokens = tokensOf(source)
  if (tokens.length === 0) return undefined
  let at = 0
  const is = (word: string, ahead = 0) => {
    const token = tokens[at + ahead]
    return token !== undefined && !token.quoted && token.text.toUpperCase() === word
  }
  const take = (word: string) => is(word) && ++at > 0
  const value = (): string => {
    const token = tokens[at]
    if (!token || (!token.quoted && /^[=!<>()[\],]/.test(token.text)))
      return fail(`Was expecting a value but instead got ${token ? `\`${token.text}\`` : 'nothing'}.`)
    at += 1
    return token.text
  }
  const need = (sign: string) =>
    void (take(sign) || fail(`Expected \`${sign}\` near \`${tokens[at]?.text ?? 'the end'}\`.`))

  function either(depth: number): Filter {
    if (depth > deepest) return fail('The filter is nested too deeply.')
    const parts = [both(depth)]
    while (take('OR')) parts.push(both(depth))
    return parts.length === 1 ? parts[0]! : { or: parts }
  }
  function both(depth: number): Filter {
    const parts = [negated(depth)]
    while (take('AND')) parts.push(negated(depth))
    return parts.length === 1 ? parts[0]! : { and: parts }
  }
  function negated(depth: number): Filter {
    if (depth > deepest) return fail('The filter is nested too deeply.')
    if (take('NOT')) return { not: negated(depth + 1) }
    if (!take('(')) return condition()
    const inner = either(depth + 1)
    need(')')
    return inner
  }
  function condition(): Filter {
    const attribute = value()
    const sign = tokens[at]
    if (sign && !sign.quoted && comparisons.includes(sign.text)) {
      at += 1
      return { attribute, is: sign.text as Comparison, value: value() }
    }
    const negative = is('NOT') && (is('IN', 1) || is('EXISTS', 1)) && take('NOT')
    const told = (filter: Filter): Filter => (negative ? { not: filter } : filter)
    if (take('IN')) return told({ attribute, among: list() })
    if (take('EXISTS')) return told({ attribute, has: 'value' })
    if (take('IS')) {
      const not = take('NOT')
      const has = take('NULL') ? 'null' : take('EMPTY') ? 'empty' : fail('Was expecting `NULL` or `EMPTY` after `IS`.')
      return not ? { not: { attribute, has } } : { attribute, has }
    }
    const from = value()
    if (!take('TO'))
      return fail(
        `Was expecting an operation \`=\`, \`!=\`, \`>=\`, \`>\`, \`<=\`, \`<\`, \`IN\`, \`NOT IN\`, \`TO\`, \`EXISTS\`, \`NOT EXISTS\`, \`IS NULL\`, \`IS NOT NULL\`, \`IS EMPTY\`, \`IS NOT EMPTY\` at \`${attribute}\`.`,
      )
    return { attribute, from, to: value() }
  }
  function list(): string[] {
    need('[')
    const values: string[] = []
    while (!take(']')) {
      values.push(value())
      if (!is(']')) need(',')
    }
    return values
  }

  const filter = either(0)
  if (at < tokens.length) return fail(`Found unexpected characters at the end of the filter: \`${tokens[at]!.text}\`.`)
  return filter
}

/**
 * Reads the filter of a query: a text, or a list whose entries all have to hold and whose lists hold where one of their
 * entries does. Undefined where nothing is asked. @throws SearchError invalid_search_filter
 */
export function readFilter(sent: unknown): Filter | undefined {
  if (sent === undefined || sent === null) return undefined
  const texts = (Array.isArray(sent) ? sent.flat() : [sent]).filter((entry) => typeof entry === 'string')
  if (texts.reduce((sum, { length }) => sum + length, 0) > mostLetters) return fail('The filter is too long.')
  // PostgreSQL has no text with NUL.
  if (texts.some((text) => text.includes('\0')))
    return fail('Invalid syntax for the filter parameter: a text has a NUL.')
  if (typeof sent === 'string') return readText(sent)
  if (!Array.isArray(sent) || sent.length > 200)
    return fail('Invalid syntax for the filter parameter: `expected String, Array, found something else`.')
  const all = sent.flatMap((entry): Filter[] => {
    if (!Array.isArray(entry)) return [...some(entry)]
    const any = entry.flatMap((inner) => [...some(inner)])
    return any.length === 0 ? [] : [{ or: any }]
  })
  return all.length === 0 ? undefined : { and: all }
}

function some(entry: unknown): Filter[] {
  if (typeof entry !== 'string') return fail('Invalid syntax for the filter parameter: `expected String`.')
  const read = readText(entry)
  return read === undefined ? [] : [read]
}
