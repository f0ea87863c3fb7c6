import { tokensOf, type SqlText, type Token } from './sql-texts.ts'

/** One side of `a.organization_id = b.organization_id`; `alias` is undefined where the column is alone. */
export type Side = { alias: string | undefined; column: string } | { expression: string }

const notAliases = new Set(
  `from where on join left right inner outer cross full natural using set group order limit offset for returning union intersect
  except values select window having fetch with as and or default lateral tablesample overriding when then`.split(
    /\s+/,
  ),
)
/** Words that a statement starts with. */
export const begins = new Set(['select', 'with', 'insert', 'update', 'delete'])
export const isName = (word: string | undefined): word is string =>
  word !== undefined && /^[a-z_]/.test(word) && !notAliases.has(word)

/** Words that delimit a condition; next to anything else (`not`, `is not true`, `= false`) it may mean the opposite. */
const beforeCondition = new Set(['and', 'or', 'on', 'where', '('])
const behindCondition = new Set(
  `) and or , on where join left right inner outer cross full natural group order limit offset for returning union intersect
  except having window fetch set from`.split(/\s+/),
)

/** What may follow the tables of a fragment for FROM. */
const behindTables = new Set([
  'join',
  'left',
  'right',
  'full',
  'inner',
  'cross',
  'natural',
  'where',
  'order',
  'group',
  'limit',
  'for',
  ',',
])

/** A position in the words of a SQL text, with tests of what is there. */
export class Cursor {
  protected at = 0
  protected readonly tokens: Token[]
  readonly #tagged: boolean
  constructor(text: SqlText) {
    this.tokens = tokensOf(text)
    this.#tagged = text.tagged
  }

  protected word(offset = 0): string | undefined {
    const token = this.tokens[this.at + offset]
    return token && 'word' in token ? token.word : undefined
  }
  protected expression(offset = 0): string | undefined {
    const token = this.tokens[this.at + offset]
    return token && 'expression' in token ? token.expression : undefined
  }

  /** Whether a separate condition starts here: nothing before it negates it. */
  protected beginsCondition(): boolean {
    const before = this.tokens[this.at - 1]
    return before === undefined || ('word' in before && beforeCondition.has(before.word))
  }

  /** Whether a condition that ends before the offset keeps its meaning: nothing after it negates it. */
  protected endsCondition(offset: number): boolean {
    const behind = this.tokens[this.at + offset]
    return behind === undefined || 'expression' in behind || behindCondition.has(behind.word)
  }

  /** Whether an UPDATE is a statement: not `for update`, not `do update`. */
  protected changes(): boolean {
    return !['for', 'do', 'key'].includes(this.word(-1) ?? '')
  }

  /** A fragment for FROM: `locations l join …`, or the name alone. */
  protected startsWithTable(): boolean {
    if (this.at > 0 || !isName(this.word()) || begins.has(this.word()!)) return false
    const next = this.word(1) === 'as' ? 2 : 1
    const behind = isName(this.word(next)) ? next + 1 : next
    if (behind >= this.tokens.length) return this.#tagged
    return behindTables.has(this.word(behind) ?? '') && (behind > next || this.#tagged)
  }

  /** `(p.organization_id, p.id) = (select x.organization_id, …`, seen from the bracket of the query. */
  protected comparedRow(): [Side, Side] | undefined {
    if (!['=', 'in'].includes(this.word(-1) ?? '') || this.word(-2) !== ')') return undefined
    let back = -3
    while (this.word(back) !== '(' && this.at + back > 0) back -= 1
    const columns = [back + 1, 2].map((place) => this.side(place)?.side)
    const [left, right] = columns.filter((side) => side && 'column' in side && side.column === 'organization_id')
    return left && right && [left, right]
  }

  /** The name that WITH gives to the query at the bracket. */
  protected nameOfQuery(): string | undefined {
    let back = -1
    if (this.word(back) === 'materialized') back -= this.word(back - 1) === 'not' ? 2 : 1
    if (this.word(back) !== 'as') return undefined
    back -= 1
    if (this.word(back) === ')') {
      while (this.word(back) !== '(' && this.at + back > 0) back -= 1
      back -= 1
    }
    return isName(this.word(back)) ? this.word(back) : undefined
  }

  /** What of a SELECT or RETURNING that starts here may be an organization_id: `p.organization_id`, `p.*`, `organization_id`, `*`. */
  protected answers(): (string | null)[] {
    const found: (string | null)[] = []
    let depth = 0
    for (let at = 1; this.at + at < this.tokens.length; at += 1) {
      const word = this.word(at)
      if (word === '(') depth += 1
      if (word === ')' && --depth < 0) break
      if (depth === 0 && word === 'from') break
      if (depth > 0 || (word !== 'organization_id' && word !== '*')) continue
      const isNamed = this.word(at - 1) === 'as'
      found.push(this.word(at - 1) === '.' ? this.word(at - 2)! : word === '*' || isNamed ? '*' : null)
    }
    return found
  }

  /** The words of the brackets that are open here, up to the one that closes them. */
  protected rest(): Token[] {
    let depth = 0
    let end = this.at
    for (; end < this.tokens.length; end += 1) {
      const token = this.tokens[end]!
      if ('word' in token && token.word === '(') depth += 1
      if ('word' in token && token.word === ')' && --depth < 0) break
    }
    return this.tokens.slice(this.at, end)
  }

  protected bracketed(): Token[] {
    const tokens: Token[] = []
    let depth = 0
    do {
      if (this.word() === '(') depth += 1
      if (this.word() === ')') depth -= 1
      tokens.push(this.tokens[this.at]!)
      this.at += 1
    } while (depth > 0 && this.at < this.tokens.length)
    return tokens
  }

  /** A comparison of two organizations that starts here. */
  protected link(): [Side, Side] | undefined {
    if (!this.beginsCondition()) return undefined
    const left = this.side(0)
    if (!left || this.word(left.length) !== '=') return undefined
    const right = this.side(left.length + 1)
    if (!right || !this.endsCondition(left.length + 1 + right.length)) return undefined
    const names = [left.side, right.side].some((side) => 'column' in side && side.column === 'organization_id')
    return names ? [left.side, right.side] : undefined
  }

  private side(offset: number): { side: Side; length: number } | undefined {
    const expression = this.expression(offset)
    if (expression !== undefined) return { side: { expression }, length: 1 }
    const [word, dot, column] = [this.word(offset), this.word(offset + 1), this.word(offset + 2)]
    if (word === 'organization_id' && dot !== '.')
      return { side: { alias: undefined, column: 'organization_id' }, length: 1 }
    if (!isName(word) || dot !== '.' || !column) return undefined
    return { side: { alias: word, column }, length: 3 }
  }
}
