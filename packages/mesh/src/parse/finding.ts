/** Every remark a scan can earn. The code is stable; the message is for people. */
export type FindingCode =
  | 'not_a_scan'
  | 'forbidden_content'
  | 'empty'
  | 'truncated'
  | 'wrong_count'
  | 'bad_number'
  | 'bad_index'
  | 'bad_face'
  | 'bad_structure'
  | 'lines_left_out'
  | 'non_finite'
  | 'wild_points'
  | 'single_tooth'
  | 'large_hole'
  | 'inside_out'
  | 'perhaps_inside_out'
  | 'holes'
  | 'loose_shells'
  | 'non_manifold'
  | 'duplicates'
  | 'winding'
  | 'not_examined'
  | 'coarsened'
  | 'units'

/** How much a remark matters (weights.ts). */
export type Severity = 'note' | 'warn' | 'block'

/** A remark on a scan: `warn` asks the sender about it, `block` refuses the file. */
export type Finding = { code: FindingCode; severity: Severity; message: string }

export type ScanFormat = 'stl-binary' | 'stl-ascii' | 'ply-binary' | 'ply-ascii' | 'obj'

/** Stops a parser; `parseScan` turns it into a blocking finding, so nothing outside `parse/` ever catches it. */
export class Refusal extends Error {
  readonly code: FindingCode

  constructor(code: FindingCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * A polygon with more corners is damage, not a scan; and as each of its triangles meets the first corner, the cost of
 * packing them grows with the square.
 */
export const MOST_CORNERS = 1000

/** Refuses a face that is none, by its number (from 1) and its corners. @throws {Refusal} */
export function checkCorners(face: number, corners: number): void {
  if (!(corners >= 3)) throw new Refusal('bad_face', `Face ${count(face)} has fewer than three corners.`)
  if (corners > MOST_CORNERS) throw new Refusal('bad_face', `Face ${count(face)} has ${count(corners)} corners.`)
}

/** A whole number as people write it: 118,178. */
export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** "1 triangle", "5,000 triangles". */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** The remark on a file that stops before it should. `read` facets could be read of `promised`, if that is known. */
export function truncated(read: number, promised: number | null, where: string): Finding {
  const share =
    promised === null
      ? `${counted(read, 'triangle')} could be read`
      : `${count(read)} of ${count(promised)} could be read`
  return { code: 'truncated', severity: 'warn', message: `The file ends ${where}: ${share}.` }
}
