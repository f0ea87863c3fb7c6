/** Disjoint sets of facets, with path halving. The facet with the lowest number represents its set. */
export class ShellSets {
  private readonly parent: Int32Array
  private sets: number

  constructor(facets: number) {
    this.parent = new Int32Array(facets)
    for (let facet = 0; facet < facets; facet++) this.parent[facet] = facet
    this.sets = facets
  }

  join(a: number, b: number): void {
    const first = this.root(a)
    const second = this.root(b)
    if (first === second) return
    // The older root wins: neighbors come close together in most files, so that the paths stay short.
    if (first < second) this.parent[second] = first
    else this.parent[first] = second
    this.sets--
  }

  /** Excludes a facet that was never joined from the count. */
  leaveOneOut(): void {
    this.sets--
  }

  count(): number {
    return this.sets
  }

  /** The facet that represents the shell of this one. */
  root(facet: number): number {
    const { parent } = this
    let at = facet
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!
      at = parent[at]!
    }
    return at
  }

  /** For each facet the one that represents its shell. Not to be changed. */
  roots(): Int32Array {
    const { parent } = this
    // A facet's representative never has a higher number, so one forward pass finds the end of every path.
    for (let facet = 0; facet < parent.length; facet++) parent[facet] = parent[parent[facet]!]!
    return parent
  }
}
