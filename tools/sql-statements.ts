import { begins, Cursor, isName, type Side } from './sql-cursor.ts'
import type { SqlText, Token } from './sql-texts.ts'

/** A table, or what stands for one, in a FROM, JOIN, USING, UPDATE, DELETE or INSERT. */
export interface Named {
  table: string
  alias: string
  /** `rows()` of the scope, an INSERT, a subselect, a name made at run time; anything else is read or changed where it lies. */
  kind: 'plain' | 'rows' | 'insert' | 'subselect' | 'hidden'
  block: Block
  /** The subselect's own blocks. */
  arms: Block[]
  /** Columns of an INSERT. */
  columns: Token[]
  /** The conflict action of an INSERT: the words of its ON CONFLICT up to WHERE or RETURNING. */
  conflict: Token[]
}

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
  /**
   * The source of the organization_id that it returns: an alias, '*' for every table's, null for a column without
   * alias.
   */
  answers: (string | null)[]
  links: Link[]
  restrictions: Restriction[]
}

const newBlock = (parent?: Block): Block => ({
  parent,
  queries: new Map(),
  tables: [],
  answers: [],
  links: [],
  restrictions: [],
})

/** The blocks of a text, the innermost too. */
export function blocksOf(text: SqlText): Block[] {
  const all: Block[] = []
  new Reader(text, all).read(undefined)
  return all
}

type Clause = 'from' | 'where' | 'other'

/** Conditions are collected per bracket: beside an OR, or behind a NOT, they restrict nothing. */
interface Bracket {
  links: Link[]
  restrictions: Restriction[]
  void: boolean
}

class Reader extends Cursor {
  readonly #all: Block[]
  constructor(text: SqlText, all: Block[]) {
    super(text)
    this.#all = all
  }

  /** Reads a query up to the bracket that closes it; returns its arms, several of a UNION. */
  read(parent: Block | undefined, inBrackets = false): Block[] {
    const outer = newBlock(parent)
    const arms: Block[] = []
    do {
      const arm = newBlock(outer)
      arms.push(arm)
      this.#all.push(arm)
      this.#arm(arm, inBrackets)
    } while (['union', 'intersect', 'except'].includes(this.word() ?? '') && ++this.at)
    return arms
  }

  /** A statement or a fragment of one: `locations l join …`, `left join …`, a condition. */
  #arm(block: Block, inBrackets: boolean): void {
    const first = this.word()
    let clause: Clause = first !== undefined && begins.has(first) ? 'other' : 'where'
    /** Whether a comma would bring the next table: behind a table, or the condition of its join. */
    let inTables = false
    let only: string | undefined
    let outerJoin = ''
    let bracket: Bracket = { links: [], restrictions: [], void: false }
    const brackets: Bracket[] = []
    const cases: number[] = []
    const close = () => {
      const closed = bracket
      bracket = brackets.pop()!
      if (closed.void || !this.endsCondition(1)) return
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
    const fromRows = this.at === 0 && (this.expression()?.startsWith('rows(') ?? false)
    if (this.at === 0 && first === ',') inTables = true
    if (inBrackets || fromRows || this.startsWithTable()) {
      this.#items(block, true)
      inTables = true
    }
    while (this.at < this.tokens.length) {
      const word = this.word()
      if (word === '(') {
        const query = this.word(1)
        if (query !== undefined && begins.has(query)) {
          const name = this.nameOfQuery()
          const compared = bracket.void ? undefined : this.comparedRow()
          this.at += 1
          const arms = this.read(block)
          if (compared) arms[0]!.links.push({ sides: compared, only: undefined })
          if (name !== undefined) block.parent!.queries.set(name, arms)
          this.at += 1
          continue
        }
        brackets.push(bracket)
        bracket = { links: [], restrictions: [], void: !this.beginsCondition() || cases.length > 0 }
      } else if (word === ')') {
        if (brackets.length === 0) break
        close()
      } else if (word === 'case') cases.push(brackets.length)
      else if (word === 'end') cases.pop()
      else if (word === 'or' && cases.length === 0) bracket.void = true
      else if (brackets.length === 0 && ['union', 'intersect', 'except'].includes(word ?? '')) break
      else if (brackets.length === 0 && word === 'on' && this.word(1) !== 'conflict' && this.word(-1) !== 'distinct') {
        settle()
        clause = 'where'
        inTables = true
        only = outerJoin === '' ? undefined : outerJoin === 'left' ? block.tables.at(-1)?.alias : '-'
      } else if (brackets.length === 0 && word === 'on' && this.word(1) === 'conflict') this.#conflict(block)
      else if (brackets.length === 0 && word === 'where') {
        settle()
        clause = 'where'
        inTables = false
        only = undefined
      } else if (brackets.length === 0 && word === ',' && inTables) {
        settle()
        only = undefined
        outerJoin = ''
        this.#items(block, true)
        continue
      } else if (word === 'left' || word === 'right' || word === 'full') {
        if (brackets.length === 0) {
          settle()
          outerJoin = word
          this.at += this.word(1) === 'outer' ? 1 : 0
          if (this.word(1) === 'join') {
            this.at += 2
            this.#items(block, false)
            inTables = true
            continue
          }
        }
      } else if (['from', 'join', 'using', 'into'].includes(word ?? '') || (word === 'update' && this.changes())) {
        if (word === 'using' && this.word(1) === '(') this.#sameColumns(block, outerJoin)
        else if (word !== 'from' || (brackets.length === 0 && this.word(-1) !== 'distinct')) {
          settle()
          if (word === 'join') outerJoin = ''
          clause = 'from'
          this.at += 1
          this.#items(block, word === 'from' || word === 'using', word === 'into')
          inTables = word !== 'into' && word !== 'update'
          continue
        }
      } else if (brackets.length === 0 && (word === 'select' || word === 'returning')) {
        settle()
        clause = 'other'
        inTables = false
        block.answers = this.answers()
      } else if (brackets.length === 0 && ['set', 'values', 'group', 'order', 'limit', 'having'].includes(word ?? '')) {
        settle()
        clause = 'other'
        inTables = false
      } else if (clause === 'where' && cases.length === 0) {
        const expression = this.expression()
        if (expression !== undefined && this.beginsCondition() && this.endsCondition(1))
          bracket.restrictions.push({ expression, only })
        const sides = this.link()
        if (sides) bracket.links.push({ sides, only })
      }
      this.at += 1
    }
    settle()
  }

  /** What the INSERT of this block does about an existing row. */
  #conflict(block: Block): void {
    const insert = block.tables.findLast(({ kind }) => kind === 'insert')
    if (insert) insert.conflict = this.rest()
  }

  /** One table, or the list of a FROM, each with its alias. */
  #items(block: Block, list: boolean, insert = false): void {
    do {
      if (this.word() === ',') this.at += 1
      while (['only', 'lateral', 'inner', 'join'].includes(this.word() ?? '')) this.at += 1
      this.#item(block, insert)
    } while (list && this.word() === ',')
  }

  #item(block: Block, insert: boolean): void {
    const named: Named = { table: '', alias: '', kind: 'plain', block, arms: [], columns: [], conflict: [] }
    const expression = this.expression()
    if (expression !== undefined) {
      this.at += 1
      const rows = /^rows\(\s*(?:[\w.]+|wholePractices\([\w.]+\)),\s*'(\w+)',\s*'(\w+)',?\s*\)$/.exec(expression)
      if (rows) {
        block.tables.push({ ...named, table: rows[1]!, alias: rows[2]!, kind: 'rows' })
        return
      }
      if (/^sql\.\w+\(/.test(expression)) block.tables.push({ ...named, table: expression, kind: 'hidden' })
    } else if (this.word() === '(') {
      const query = this.word(1)
      this.at += 1
      named.kind = 'subselect'
      const isQuery = query !== undefined && begins.has(query)
      const fragment = this.expression() !== undefined
      named.arms = this.read(isQuery || !fragment ? block : undefined, !isQuery && !fragment)
      this.at += 1
    } else {
      if (!isName(this.word())) return
      if (this.word() === 'public' && this.word(1) === '.') this.at += 2
      named.table = this.word()!
      // `extract(epoch from s.finished_at)`: a column, or a table of another schema.
      if (this.word(1) === '.') return
      this.at += 1
      if (insert) named.kind = 'insert'
      if (this.word() === '(') {
        if (insert) named.columns = this.bracketed()
        else {
          // A function: subselects in its arguments are read like any other.
          named.table = ''
          this.at += 1
          this.read(block)
          this.at += 1
        }
      }
      while (['with', 'ordinality'].includes(this.word() ?? '') && this.word(1) !== '(' && !insert) this.at += 1
    }
    if (this.word() === 'as') this.at += 1
    if (isName(this.word())) {
      named.alias = this.word()!
      this.at += 1
    } else named.alias = named.table
    if (this.word() === '(') {
      const columns = this.bracketed()
      if (insert) named.columns = columns
    }
    block.tables.push(named)
  }

  /** `join … using (organization_id, …)` */
  #sameColumns(block: Block, outerJoin: string): void {
    this.at += 1
    const columns = this.bracketed()
    this.at -= 1
    const [left, right] = block.tables.slice(-2)
    if (!left || !right || !columns.some((token) => 'word' in token && token.word === 'organization_id')) return
    const side = ({ alias }: Named): Side => ({ alias, column: 'organization_id' })
    const only = outerJoin === '' ? undefined : outerJoin === 'left' ? right.alias : '-'
    block.links.push({ sides: [side(left), side(right)], only })
  }
}
