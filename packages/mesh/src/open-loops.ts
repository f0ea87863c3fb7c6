/**
 * A loop of open edges: `path` holds its vertices from `from` to before `to`, the last joined to the first when it is
 * closed; `edge` is one of its edges. The path is reused: copy what is to be kept.
 */
export type LoopFound = (path: Uint32Array, from: number, to: number, closed: boolean, edge: number) => void

/** The place of a vertex that the present path does not pass. */
const NOWHERE = 0xffffffff

/**
 * Splits open edges, given as pairs of vertices, into loops: walking from edge to edge, each return to a vertex of the path
 * closes a loop, so that two holes which touch in a point are two. A chain that does not close (it ends at an edge of three
 * facets) counts as one. Time and memory grow with edges and vertices, however many loops there are.
 */
export function traceLoops(pairs: Uint32Array, vertices: number, found: LoopFound): void {
  if (pairs.length === 0) return
  const edges = pairs.length / 2
  const { around, begins, left } = edgesAround(pairs, vertices)
  const walked = new Uint8Array(edges)
  const path = new Uint32Array(edges + 1)
  const placeInPath = new Uint32Array(vertices).fill(NOWHERE)
  for (let start = 0; start < edges; start++) {
    if (walked[start] === 1) continue
    let at = pairs[start * 2]!
    let length = 1
    let last = start
    path[0] = at
    placeInPath[at] = 0
    for (;;) {
      // The next edge from here that has not been walked yet.
      let edge = -1
      while (edge < 0 && left[at]! > begins[at]!) {
        const next = around[--left[at]!]!
        if (walked[next] === 0) edge = next
      }
      if (edge < 0) break
      last = edge
      walked[edge] = 1
      at = pairs[edge * 2] === at ? pairs[edge * 2 + 1]! : pairs[edge * 2]!
      const place = placeInPath[at]!
      if (place === NOWHERE) {
        placeInPath[at] = length
        path[length++] = at
        continue
      }
      found(path, place, length, true, edge)
      while (length > place + 1) placeInPath[path[--length]!] = NOWHERE
    }
    if (length > 1) found(path, 0, length, false, last)
    while (length > 0) placeInPath[path[--length]!] = NOWHERE
  }
}

/** The edges at each vertex, as one row after the other: where each starts, and the end of what is left of it. */
function edgesAround(pairs: Uint32Array, vertices: number) {
  const begins = new Uint32Array(vertices)
  for (const vertex of pairs) begins[vertex]!++
  for (let vertex = 0, begin = 0; vertex < vertices; vertex++) {
    const count = begins[vertex]!
    begins[vertex] = begin
    begin += count
  }
  const left = begins.slice()
  const around = new Uint32Array(pairs.length)
  for (let at = 0; at < pairs.length; at++) around[left[pairs[at]!]!++] = at >> 1
  return { around, begins, left }
}
