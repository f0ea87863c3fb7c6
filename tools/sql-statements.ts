import { tokensOf, type SqlText, type Token } from './sql-texts.ts'

/** A table, or what stands for one, in a FROM, JOIN, USING, UPDATE, DELETE or INSERT. */
export interface Named {
  table: string
  alias: string
  /** `rows()` of the scope, an INSERT, a subselect; anything else is read or changed where it lies. */
  kind: 'plain' | 'rows' | 'insert' | 'subselect'
  block: Block
  /** The subselect's own blocks. */
  arms: Block[]
  /** Columns of an INSERT. */
  columns: Token[]
}

/** One side of `a.organization_id = b.organization_id`; `alias` is undefined where the column stands alone. */
export type Side = { alias: string | undefined; column: string } | { expression: string }

/** `only`: the alias that the condition of an outer join restricts, because it leaves the other side as it is. */
interface Condition {
  only: string | undefined
}
export type Link = Condition & { sides: [Side, Side] }
export type Restriction = Condition & { expression: string }

/** One SELECT, INSERT, UPDATE or DELETE, or a fragment of one; names that it does not declare are of `parent`. */
export interface Block {
  parent: Block | undefined
  /** Queries of WITH, by name. */
  queries: Map<string, Block[]>
  tables: Named[]
  links: Link[]
  restrictions: Restriction[]
}

const newBlock = (parent?: Block): Block => ({
  parent,
  queries: new Map(),
  tables: [],
  links: [],
  restrictions: [],
})

const notAliases = new Set(
  `from where on join left right inner outer cross full natural using set group order limit offset for returning union intersect
  except values select window having fetch with as and or default lateral tablesample overriding when then`.split(
    /\s+/,
  ),
)
const begins = new Set(['select', 'with', 'insert', 'update', 'delete'])
const isName = (word: string | undefined): word is string =>
  word !== undefined && /^[a-z_]/.test(word) && !notAliases.has(word)

/** The blocks of a text, the innermost too. */
export function blocksOf(text: SqlText): Block[] {
  const all: Block[] = []
  new Reader(tokensOf(text), text.tagged, all).read(undefined)
  return all
}

type Clause = 'from' | 'where' | 'other'

/** Conditions are collected a bracket at a time: beside an OR, or behind a NOT, they restrict nothing. */
interface Bracket {
  links: Link[]
  restrictions: Restriction[]
  void: boolean
}

class Reader {
  #at = 0
  readonly #tokens: Token[]
  readonly #tagged: boolean
  readonly #all: Block[]
  constructor(tokens: Token[], tagged: boolean, all: Block[]) {
    this.#tokens = tokens
    this.#tagged = tagged
    this.#all = all
  }

  #word(offset = 0): string | undefined {
    const token = this.#tokens[this.#at + offset]
    return token && 'word' in token ? token.word : undefined
  }
  #expression(offset = 0): string | undefined {
    const token = this.#tokens[this.#at + offset]
    return token && 'expression' in token ? token.expression : undefined
  }

  /** Reads a query up to the bracket that closes it; answers its arms, several of a UNION. */
  read(parent: Block | undefined): Block[] {
    const outer = newBlock(parent)
    const arms: Block[] = []
    do {
      const arm = newBlock(outer)
      arms.push(arm)
      this.#all.push(arm)
      this.#arm(arm)
    } while (['union', 'intersect', 'except'].includes(this.#word() ?? '') && ++this.#at)
    return arms
  }

  /** A statement or a fragment of one: `locations l join …`, `left join …`, a condition. */
  #arm(block: Block): void {
    const first = this.#word()
    let clause: Clause = first !== undefined && begins.has(first) ? 'other' : 'where'
    let only: string | undefined
    let outerJoin = ''
    let bracket: Bracket = { links: [], restrictions: [], void: false }
    const brackets: Bracket[] = []
    const cases: number[] = []
    const close = () => {
      const closed = bracket
      bracket = brackets.pop()!
      if (closed.void) return
      bracket.links.push(...closed.links)
      bracket.restrictions.push(...closed.restrictions)
    }
    /** Ends the conditions of a clause. */
    const settle = () => {
      if (brackets.length > 0) return
      if (!bracket.void) {
        block.links.push(...bracket.links)
        block.restrictions.push(...bracket.restrictions)
      }
      bracket = { links: [], restrictions: [], void: false }
    }
    if (this.#startsWithTable()) this.#items(block, true)
    while (this.#at < this.#tokens.length) {
      const word = this.#word()
      if (word === '(') {
        const query = this.#word(1)
        if (query !== undefined && begins.has(query)) {
          const name = this.#nameOfQuery()
          const compared = bracket.void ? undefined : this.#comparedRow()
          this.#at += 1
          const arms = this.read(block)
          if (compared) arms[0]!.links.push({ sides: compared, only: undefined })
          if (name !== undefined) block.parent!.queries.set(name, arms)
          this.#at += 1
          continue
        }
        brackets.push(bracket)
        bracket = { links: [], restrictions: [], void: this.#word(-1) === 'not' || cases.length > 0 }
      } else if (word === ')') {
        if (brackets.length === 0) break
        close()
      } else if (word === 'case') cases.push(brackets.length)
      else if (word === 'end') cases.pop()
      else if (word === 'or' && cases.length === 0) bracket.void = true
      else if (brackets.length === 0 && ['union', 'intersect', 'except'].includes(word ?? '')) break
      else if (brackets.length === 0 && word === 'on' && this.#word(1) !== 'conflict') {
        settle()
        clause = 'where'
        only = outerJoin === '' ? undefined : outerJoin === 'left' ? block.tables.at(-1)?.alias : '-'
      } else if (brackets.length === 0 && word === 'where') {
        settle()
        clause = 'where'
        only = undefined
      } else if (word === 'left' || word === 'right' || word === 'full') {
        if (brackets.length === 0) {
          settle()
          outerJoin = word
          this.#at += this.#word(1) === 'outer' ? 1 : 0
          if (this.#word(1) === 'join') {
            this.#at += 2
            this.#items(block, false)
            continue
          }
        }
      } else if (['from', 'join', 'using', 'into'].includes(word ?? '') || (word === 'update' && this.#changes())) {
        if (word === 'using' && this.#word(1) === '(') this.#sameColumns(block, outerJoin)
        else if (word !== 'from' || (brackets.length === 0 && this.#word(-1) !== 'distinct')) {
          settle()
          if (word === 'join') outerJoin = ''
          clause = 'from'
          this.#at += 1
          this.#items(block, word === 'from' || word === 'using', word === 'into')
          continue
        }
      } else if (
        brackets.length === 0 &&
        ['select', 'set', 'values', 'returning', 'group', 'order', 'limit', 'having'].includes(word ?? '')
      ) {
        settle()
        clause = 'other'
      } else if (clause === 'where' && cases.length === 0) {
        const expression = this.#expression()
        if (expression !== undefined) bracket.restrictions.push({ expression, only })
        const sides = this.#link()
        if (sides) bracket.links.push({ sides, only })
      }
      this.#at += 1
    }
    settle()
  }

  /** Whether an UPDATE is a statement: not `for update`, not `do update`. */
  #changes(): boolean {
    return !['for', 'do', 'key'].includes(this.#word(-1) ?? '')
  }

  /** A fragment for FROM: `locations l join …`, or the name alone. */
  #startsWithTable(): boolean {
    if (this.#at > 0 || !isName(this.#word()) || begins.has(this.#word()!)) return false
    const next = this.#word(1) === 'as' ? 2 : 1
    const behind = isName(this.#word(next)) ? next + 1 : next
    if (behind >= this.#tokens.length) return this.#tagged
    return behind > next && ['join', 'left', 'inner', 'cross', ','].includes(this.#word(behind) ?? '')
  }

  /** `(p.organization_id, p.id) = (select x.organization_id, …`, seen from the bracket of the query. */
  #comparedRow(): [Side, Side] | undefined {
    if (!['=', 'in'].includes(this.#word(-1) ?? '') || this.#word(-2) !== ')') return undefined
    let back = -3
    while (this.#word(back) !== '(' && this.#at + back > 0) back -= 1
    const columns = [back + 1, 2].map((place) => this.#side(place)?.side)
    const [one, other] = columns.filter((side) => side && 'column' in side && side.column === 'organization_id')
    return one && other && [one, other]
  }

  /** The name that WITH gives to the query at the bracket. */
  #nameOfQuery(): string | undefined {
    let back = -1
    if (this.#word(back) === 'materialized') back -= this.#word(back - 1) === 'not' ? 2 : 1
    if (this.#word(back) !== 'as') return undefined
    back -= 1
    if (this.#word(back) === ')') {
      while (this.#word(back) !== '(' && this.#at + back > 0) back -= 1
      back -= 1
    }
    return isName(this.#word(back)) ? this.#word(back) : undefined
  }

  /** One table, or the list of a FROM, each with its alias. */
  #items(block: Block, list: boolean, insert = false): void {
    do {
      if (this.#word() === ',') this.#at += 1
      while (['only', 'lateral', 'inner', 'join'].includes(this.#word() ?? '')) this.#at += 1
      this.#item(block, insert)
    } while (list && this.#word() === ',')
  }

  #item(block: Block, insert: boolean): void {
    const named: Named = { table: '', alias: '', kind: 'plain', block, arms: [], columns: [] }
    const expression = this.#expression()
    if (expression !== undefined) {
      this.#at += 1
      const rows = /^rows\(\s*(?:[\w.]+|wholePractices\([\w.]+\)),\s*'(\w+)',\s*'(\w+)',?\s*\)$/.exec(expression)
      if (rows) {
        block.tables.push({ ...named, table: rows[1]!, alias: rows[2]!, kind: 'rows' })
        return
      }
    } else if (this.#word() === '(') {
      const query = this.#word(1)
      this.#at += 1
      named.kind = 'subselect'
      named.arms = this.read(query !== undefined && begins.has(query) ? block : undefined)
      this.#at += 1
    } else {
      if (!isName(this.#word())) return
      if (this.#word() === 'public' && this.#word(1) === '.') this.#at += 2
      named.table = this.#word()!
      // `extract(epoch from s.finished_at)`: a column, or a table of another schema.
      if (this.#word(1) === '.') return
      this.#at += 1
      if (insert) named.kind = 'insert'
      if (this.#word() === '(') {
        if (!insert) named.table = ''
        named.columns = this.#bracketed()
      }
      while (['with', 'ordinality'].includes(this.#word() ?? '') && this.#word(1) !== '(' && !insert) this.#at += 1
    }
    if (this.#word() === 'as') this.#at += 1
    if (isName(this.#word())) {
      named.alias = this.#word()!
      this.#at += 1
    } else named.alias = named.table
    if (this.#word() === '(') {
      const columns = this.#bracketed()
      if (insert) named.columns = columns
    }
    block.tables.push(named)
  }

  #bracketed(): Token[] {
    const tokens: Token[] = []
    let depth = 0
    do {
      if (this.#word() === '(') depth += 1
      if (this.#word() === ')') depth -= 1
      tokens.push(this.#tokens[this.#at]!)
      this.#at += 1
    } while (depth > 0 && this.#at < this.#tokens.length)
    return tokens
  }

  /** `join … using (organization_id, …)` */
  #sameColumns(block: Block, outerJoin: string): void {
    this.#at += 1
    const columns = this.#bracketed()
    this.#at -= 1
    const [one, other] = block.tables.slice(-2)
    if (!one || !other || !columns.some((token) => 'word' in token && token.word === 'organization_id')) return
    const side = ({ alias }: Named): Side => ({ alias, column: 'organization_id' })
    const only = outerJoin === '' ? undefined : outerJoin === 'left' ? other.alias : '-'
    block.links.push({ sides: [side(one), side(other)], only })
  }

  /** A comparison of two organizations that begins here. */
  #link(): [Side, Side] | undefined {
    if (this.#word(-1) === '.' || this.#word(-1) === 'not') return undefined
    const one = this.#side(0)
    if (!one || this.#word(one.length) !== '=') return undefined
    const other = this.#side(one.length + 1)
    if (!other) return undefined
    const names = [one.side, other.side].some((side) => 'column' in side && side.column === 'organization_id')
    return names ? [one.side, other.side] : undefined
  }

  #side(offset: number): { side: Side; length: number } | undefined {
    const expression = this.#expression(offset)
    if (expression !== undefined) return { side: { expression }, length: 1 }
    const [word, dot, column] = [this.#word(offset), this.#word(offset + 1), this.#word(offset + 2)]
    if (word === 'organization_id' && dot !== '.')
      return { side: { alias: undefined, column: 'organization_id' }, length: 1 }
    if (!isName(word) || dot !== '.' || !column) return undefined
    return { side: { alias: word, column }, length: 3 }
  }
}
