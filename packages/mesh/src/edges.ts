import { hash3 } from './weld.ts'

/** The undirected edges of a surface with their facets, in an open-addressing table. */
export class EdgeTable {
  size = 0
  low: Uint32Array<ArrayBuffer>
  high: Uint32Array<ArrayBuffer>
  facets: Uint32Array<ArrayBuffer>
  /** Times passed from the lower to the higher vertex, less times passed back. */
  balance: Int32Array<ArrayBuffer>
  /** The facet that brought the edge. */
  first: Uint32Array<ArrayBuffer>
  private slots: Int32Array

  constructor(facets: number) {
    // A closed surface has 1.5 edges a facet.
    const capacity = Math.ceil(facets * 1.6) + 16
    this.low = new Uint32Array(capacity)
    this.high = new Uint32Array(capacity)
    this.facets = new Uint32Array(capacity)
    this.first = new Uint32Array(capacity)
    this.balance = new Int32Array(capacity)
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 1.5)))
  }

  /** Enters the directed edge of a facet; answers the first facet that had this edge. */
  add(from: number, to: number, facet: number): number {
    const low = from < to ? from : to
    const high = from < to ? to : from
    const mask = this.slots.length - 1
    let slot = hash3(low, high, 0) & mask
    for (;;) {
      const found = this.slots[slot]! - 1
      if (found < 0) break
      if (this.low[found] === low && this.high[found] === high) {
        this.facets[found]! += 1
        this.balance[found]! += from < to ? 1 : -1
        return this.first[found]!
      }
      slot = (slot + 1) & mask
    }
    if (this.size === this.low.length) this.growEdges()
    const edge = this.size++
    this.slots[slot] = edge + 1
    this.low[edge] = low
    this.high[edge] = high
    this.facets[edge] = 1
    this.balance[edge] = from < to ? 1 : -1
    this.first[edge] = facet
    if (this.size * 1.4 > this.slots.length) this.growSlots()
    return facet
  }

  private growEdges(): void {
    const capacity = this.low.length * 2
    this.low = copied(this.low, new Uint32Array(capacity))
    this.high = copied(this.high, new Uint32Array(capacity))
    this.facets = copied(this.facets, new Uint32Array(capacity))
    this.first = copied(this.first, new Uint32Array(capacity))
    this.balance = copied(this.balance, new Int32Array(capacity))
  }

  private growSlots(): void {
    const slots = new Int32Array(this.slots.length * 2)
    const mask = slots.length - 1
    for (let edge = 0; edge < this.size; edge++) {
      let slot = hash3(this.low[edge]!, this.high[edge]!, 0) & mask
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = edge + 1
    }
    this.slots = slots
  }
}

function copied<A extends Uint32Array | Int32Array>(from: A, to: A): A {
  to.set(from)
  return to
}

/** Disjoint sets of facets, with path halving. */
export class ShellSets {
  private readonly parent: Int32Array
  private sets: number

  constructor(facets: number) {
    this.parent = Int32Array.from({ length: facets }, (_, facet) => facet)
    this.sets = facets
  }

  join(a: number, b: number): void {
    const first = this.root(a)
    const second = this.root(b)
    if (first === second) return
    // The older root wins: neighbours come close together in a file, so that the paths stay short.
    if (first < second) this.parent[second] = first
    else this.parent[first] = second
    this.sets--
  }

  /** Takes a facet that was never joined out of the count. */
  leaveOneOut(): void {
    this.sets--
  }

  count(): number {
    return this.sets
  }

  /** The facet that stands for the shell of this one. */
  root(facet: number): number {
    const { parent } = this
    let at = facet
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }
}
