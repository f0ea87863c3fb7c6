/** A loop of open edges by its vertices; the last one is joined to the first when it is closed. `edge`: one of its edges. */
export interface OpenLoop {
  vertices: number[]
  closed: boolean
  edge: number
}

/**
 * Splits open edges, given as pairs of vertices, into loops: walking from edge to edge, each return to a vertex of the path
 * closes a loop, so that two holes which touch in a point are two. A chain that does not close (it ends at an edge of three
 * facets) counts as one.
 */
export function traceLoops(pairs: readonly number[]): OpenLoop[] {
  const edges = pairs.length / 2
  const around = new Map<number, number[]>()
  pairs.forEach((vertex, at) => {
    const list = around.get(vertex)
    if (list) list.push(at >> 1)
    else around.set(vertex, [at >> 1])
  })
  const walked = new Uint8Array(edges)
  const loops: OpenLoop[] = []
  for (let start = 0; start < edges; start++) {
    if (walked[start] === 1) continue
    let at = pairs[start * 2]!
    const path = [at]
    const placeInPath = new Map([[at, 0]])
    let last = start
    for (;;) {
      const edge = nextUnwalked(around.get(at)!, walked)
      if (edge === undefined) break
      last = edge
      walked[edge] = 1
      at = pairs[edge * 2] === at ? pairs[edge * 2 + 1]! : pairs[edge * 2]!
      const place = placeInPath.get(at)
      if (place === undefined) {
        placeInPath.set(at, path.length)
        path.push(at)
        continue
      }
      loops.push({ vertices: path.slice(place), closed: true, edge })
      while (path.length > place + 1) placeInPath.delete(path.pop()!)
    }
    if (path.length > 1) loops.push({ vertices: path, closed: false, edge: last })
  }
  return loops
}

function nextUnwalked(edges: number[], walked: Uint8Array): number | undefined {
  let edge = edges.pop()
  while (edge !== undefined && walked[edge] === 1) edge = edges.pop()
  return edge
}
