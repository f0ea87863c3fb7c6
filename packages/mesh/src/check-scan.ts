import type { LengthUnit } from './measure.ts'
import { geometryHash } from './geometry-hash.ts'
import { areaAndVolume, boundingBox, guessUnit } from './measure.ts'
import type { Finding, ScanFormat } from './parse/finding.ts'
import { counted } from './parse/finding.ts'
import { parseScan } from './parse/parse-scan.ts'
import type { BoundingBox, Surface } from './surface.ts'
import { facetCount, vertexCount } from './surface.ts'
import type { Topology } from './topology.ts'
import { examineTopology } from './topology.ts'
import { wildRemark, withoutWildPoints } from './wild-points.ts'

/**
 * The results of a check. Stored as JSON and shown to people, hence the names of the API. Lengths as in the file (mm).
 */
export type ScanReport = {
  format: ScanFormat | null
  triangles: number
  vertices: number
  bounding_box: BoundingBox | null
  area_mm2: number
  /** Only for a closed surface with consistently oriented facets. */
  volume_mm3: number | null
  open_edges: number
  holes: number
  non_manifold_edges: number
  shells: number
  /** Small parts beside the largest one. */
  loose_shells: number
  degenerate: number
  duplicates: number
  non_finite: number
  /** The same triangles give the same 16 digits, in any order and format (geometry-hash.ts); null when nothing can be shown. */
  geometry_hash: string | null
  /** The file has colors, and more than one. Missing in reports of earlier releases. */
  has_colours?: boolean
  /** The unit that the file is likely written in; null when its size fits no scan. */
  unit_guess: LengthUnit | null
  /** `pass`, `warn` (the file is flagged) or `block` (refused: nothing can be shown). */
  verdict: 'pass' | 'warn' | 'block'
  findings: Finding[]
}

export type CheckedScan = { report: ScanReport; mesh: Surface | null }

/**
 * Reads and checks a scan (`scans/figures`, `scans/check`). Never throws because of the bytes. `mesh` is the welded
 * surface in file order, without points far outside of it, or null when the verdict is `block`; figures are of all of it.
 */
export function checkScan(bytes: Uint8Array): CheckedScan {
  const parsed = parseScan(bytes)
  const { format, surface, nonFinite } = parsed
  if (!surface) return { report: blockedReport(format, nonFinite, parsed.findings), mesh: null }
  const box = boundingBox(surface.positions)
  const topology = examineTopology(surface)
  const { area, signedVolume, flat } = areaAndVolume(surface, box)
  const tamed = withoutWildPoints(surface)
  const mesh = tamed?.surface ?? surface
  const longest = Math.max(...(tamed ? boundingBox(mesh.positions) : box).size)
  const findings = [
    ...parsed.findings,
    ...(tamed && tamed.facets > 0 ? [wildRemark(tamed)] : []),
    ...remarks(topology, nonFinite, longest),
  ]
  const report: ScanReport = {
    format,
    triangles: facetCount(surface),
    vertices: vertexCount(surface),
    bounding_box: box,
    area_mm2: rounded(area),
    volume_mm3: topology.closed && topology.consistentWinding ? rounded(Math.abs(signedVolume)) : null,
    open_edges: topology.openEdges,
    holes: topology.holes,
    non_manifold_edges: topology.nonManifoldEdges,
    shells: topology.shells,
    loose_shells: topology.looseShells,
    degenerate: flat,
    duplicates: topology.duplicates,
    non_finite: nonFinite,
    geometry_hash: geometryHash(surface),
    has_colours: surface.colors !== undefined,
    unit_guess: guessUnit(longest),
    verdict: findings.length > 0 ? 'warn' : 'pass',
    findings,
  }
  return { report, mesh }
}

function blockedReport(format: ScanFormat | null, nonFinite: number, findings: Finding[]): ScanReport {
  return {
    format,
    triangles: 0,
    vertices: 0,
    bounding_box: null,
    area_mm2: 0,
    volume_mm3: null,
    open_edges: 0,
    holes: 0,
    non_manifold_edges: 0,
    shells: 0,
    loose_shells: 0,
    degenerate: 0,
    duplicates: 0,
    non_finite: nonFinite,
    geometry_hash: null,
    has_colours: false,
    unit_guess: null,
    verdict: 'block',
    findings,
  }
}

function remarks(topology: Topology, nonFinite: number, longest: number): Finding[] {
  const found: Finding[] = []
  const warn = (code: Finding['code'], message: string) => found.push({ code, severity: 'warn', message })
  if (nonFinite > 0) {
    warn(
      'non_finite',
      `${counted(nonFinite, 'triangle')} without usable coordinates ${nonFinite === 1 ? 'was' : 'were'} left out.`,
    )
  }
  // An intraoral scan is open at its rim: a sound scan has one open loop per part.
  const gaps = topology.holes - topology.rims
  if (gaps > 0) warn('holes', `The surface has ${counted(gaps, 'hole')} besides its rim.`)
  if (topology.looseShells > 0)
    warn(
      'loose_shells',
      `${counted(topology.looseShells, 'small part')} ${topology.looseShells === 1 ? 'is' : 'are'} loose beside the arch.`,
    )
  if (topology.nonManifoldEdges > 0) {
    warn('non_manifold', `More than two triangles meet at ${counted(topology.nonManifoldEdges, 'edge')}.`)
  }
  if (topology.duplicates > 0) warn('duplicates', `${counted(topology.duplicates, 'triangle')} lie twice in the file.`)
  if (topology.closed && !topology.consistentWinding) {
    warn('winding', 'Some triangles face inwards while their neighbors face outwards.')
  }
  const unit = unitRemark(longest)
  if (unit) warn('units', unit)
  return found
}

function unitRemark(longest: number): string | null {
  const size = Number(longest.toPrecision(3))
  const unit = guessUnit(longest)
  if (unit === 'mm') return null
  if (unit === 'inch') return `The longest side is ${size}: the scan seems to be in inches, not in millimeters.`
  if (unit === 'm') return `The longest side is ${size}: the scan seems to be in meters, not in millimeters.`
  return `The longest side is ${size} mm, which does not fit a dental scan.`
}

/** Nine digits: more than a scanner measures, fewer than the noise of summation. */
function rounded(value: number): number {
  return Number(value.toPrecision(9))
}
