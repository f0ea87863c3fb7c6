import { facingOfSurface } from './arch-axes/arch-axes.ts'
import { occlusalBand } from './arch-axes/occlusal-band.ts'
import type { Grid } from './clustered.ts'
import type { LengthUnit } from './measure.ts'
import { geometryHash } from './geometry-hash.ts'
import { areaAndVolume, boundingBox, guessUnit, MILLIMETERS } from './measure.ts'
import type { Finding, ScanFormat } from './parse/finding.ts'
import { count, counted } from './parse/finding.ts'
import { forbiddenContent, isExactBinaryStl, type ScanSigns } from './parse/content.ts'
import { openScan, parseScan, type ParsedScan } from './parse/parse-scan.ts'
import type { BoundingBox, Surface } from './surface.ts'
import { facetCount, vertexCount } from './surface.ts'
import { MOST_HELD } from './thinning.ts'
import type { Topology } from './topology.ts'
import { examineTopology } from './topology.ts'
import { type CheckedAs, LARGE_HOLE_MM2, SHORTEST_ARCH_MM, verdictOf, weights } from './weights.ts'
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
  /** Only for a closed surface whose facets agree on a side: of one that faces inwards as well, which is said. */
  volume_mm3: number | null
  /** This and how the facets hang together: null where there are too many to look. */
  open_edges: number | null
  holes: number | null
  non_manifold_edges: number | null
  shells: number | null
  /** Small parts beside the largest one. */
  loose_shells: number | null
  degenerate: number
  duplicates: number | null
  non_finite: number
  /** The same triangles give the same 16 digits, in any order and format (geometry-hash.ts); null when nothing can be shown. */
  geometry_hash: string | null
  /** The file has colors, and more than one. */
  has_colours: boolean
  /** The unit that the file is likely written in; null when its size fits no scan. */
  unit_guess: LengthUnit | null
  /** `pass` (with notes or without), `warn` (the sender is asked about it) or `block` (refused: nothing can be shown). */
  verdict: 'pass' | 'warn' | 'block'
  findings: Finding[]
}

export type CheckedScan = {
  report: ScanReport
  mesh: Surface | null
  /** By which the picture is made (`atMost`) where `mesh` lacks triangles that it does not need. */
  thinned?: Grid
}

/**
 * Reads and checks a scan (`scans/figures`, `scans/check`). Never throws because of the bytes. `mesh` is the welded
 * surface in file order, without points far outside of it, or null when the verdict is `block`; figures are of all of it.
 */
export const checkScan = (bytes: Uint8Array, as: CheckedAs = 'scan'): CheckedScan => judged(parseScan(bytes), as)

/**
 * The same for a file that comes in pieces, however it is cut: it need never be in memory whole (`OpenScan`). Of more than
 * `mostHeld` triangles `mesh` lacks those that a picture does not need; figures are of all.
 */
export function checkLargeScan(signs: ScanSigns, as: CheckedAs, mostHeld = MOST_HELD) {
  const { push, finish } = openScan(signs, mostHeld)
  return { push, finish: (): CheckedScan => judged(finish(), as) }
}

/**
 * The same for a binary STL by its first 84 bytes alone: `push` takes what follows them. Null for what is none by its
 * header and length.
 */
export function checkLargeStl(head: Uint8Array, length: number, as: CheckedAs) {
  if (forbiddenContent(head) || !isExactBinaryStl(head, length)) return null
  const scan = checkLargeScan({ length, head, facets: [] }, as)
  scan.push(head)
  return scan
}

/** Beyond this only what needs no edges is looked at: they take as much memory again as the scan. */
const MOST_EXAMINED = 4_000_000

function judged(parsed: ParsedScan, as: CheckedAs): CheckedScan {
  const { format, surface, nonFinite, thinned } = parsed
  if (!surface) return { report: blockedReport(format, nonFinite, parsed.findings), mesh: null }
  const box = boundingBox(surface.positions)
  const topology = thinned || facetCount(surface) > MOST_EXAMINED ? null : examineTopology(surface)
  const { signedVolume, ...sums } = areaAndVolume(surface, box)
  const { area, flat } = thinned ?? sums
  const figures = {
    triangles: thinned?.triangles ?? facetCount(surface),
    vertices: vertexCount(surface),
    geometry_hash: thinned?.geometryHash ?? geometryHash(surface),
  }
  // Of what is too large to be examined nothing more is asked.
  const tamed = withoutWildPoints(surface, topology === null)
  const mesh = tamed?.surface ?? surface
  const longest = Math.max(...(tamed ? boundingBox(mesh.positions) : box).size)
  const remarked = [
    ...parsed.findings,
    // Points that belong to no triangle are not reported.
    ...(tamed && tamed.facets > 0 ? [wildRemark(tamed)] : []),
    ...remarks(surface, topology, nonFinite, longest),
    ...facingRemarks(mesh, topology, as, tamed ? null : (topology?.facing ?? null)),
  ]
  const findings = remarked.map((finding) => ({ ...finding, severity: weights[finding.code][as] }))
  const report: ScanReport = {
    format,
    ...figures,
    bounding_box: box,
    area_mm2: rounded(area),
    // Facing inwards gives a negative sum: the solid is the same, and that it faces inwards is said.
    volume_mm3: topology?.facing && topology.facing !== 'both' ? rounded(Math.abs(signedVolume)) : null,
    open_edges: topology?.openEdges ?? null,
    holes: topology?.holes ?? null,
    non_manifold_edges: topology?.nonManifoldEdges ?? null,
    shells: topology?.shells ?? null,
    loose_shells: topology?.looseShells ?? null,
    degenerate: flat,
    duplicates: topology?.duplicates ?? null,
    non_finite: nonFinite,
    has_colours: surface.colors !== undefined,
    unit_guess: guessUnit(longest),
    verdict: verdictOf(findings),
    findings,
  }
  return { report, mesh, ...(thinned && { thinned: thinned.grid }) }
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

type Remark = Omit<Finding, 'severity'>

/**
 * A surface that faces inwards is warned of where two signs of that agree (`scans/facing`). Of a strip of teeth nothing says
 * it: its facets may only seem to face inwards. `facing`: null where points far outside would decide.
 */
function facingRemarks(mesh: Surface, topology: Topology | null, as: CheckedAs, facing: Topology['facing']): Remark[] {
  if (!topology || facing === 'outwards' || (!facing && as === 'bite')) return []
  if (facing === 'both')
    return [
      {
        code: 'inside_out',
        message: 'A part of its surface faces inwards, another outwards: a part is inside out, or mirrored.',
      },
    ]
  const { inwards, agreed } = facingOfSurface(mesh)
  if (inwards && agreed)
    return [
      {
        code: 'inside_out',
        message: 'Its surface faces inwards: the file is inside out, or its coordinates are mirrored.',
      },
    ]
  if (!inwards && !facing) return []
  return [{ code: 'perhaps_inside_out', message: 'Its surface may face inwards: its shape does not say so clearly.' }]
}

function remarks(surface: Surface, topology: Topology | null, nonFinite: number, longest: number): Remark[] {
  const found: Remark[] = []
  const add = (code: Remark['code'], message: string) => found.push({ code, message })
  if (nonFinite > 0)
    add(
      'non_finite',
      `${counted(nonFinite, 'triangle')} without usable coordinates ${nonFinite === 1 ? 'was' : 'were'} left out.`,
    )
  const unit = unitRemark(longest)
  if (unit) add('units', unit)
  const guessed = guessUnit(longest)
  const millimeters = guessed ? MILLIMETERS[guessed] : 1
  const length = Number((longest * millimeters).toPrecision(3))
  if (guessed && length < SHORTEST_ARCH_MM)
    add('single_tooth', `The longest side is ${length} mm: this seems to be a tooth, not an arch.`)
  if (!topology) {
    add(
      'not_examined',
      `Holes, loose parts and the like were not looked for among more than ${counted(MOST_EXAMINED, 'triangle')}.`,
    )
    return found
  }
  found.push(...holeRemarks(surface, topology.gaps, millimeters))
  const { looseShells, nonManifoldEdges, duplicates } = topology
  if (looseShells > 0)
    add(
      'loose_shells',
      `${counted(looseShells, 'small part')} ${looseShells === 1 ? 'is' : 'are'} loose beside the arch.`,
    )
  if (nonManifoldEdges > 0) add('non_manifold', `More than two triangles meet at ${counted(nonManifoldEdges, 'edge')}.`)
  if (duplicates > 0)
    add('duplicates', `${counted(duplicates, 'triangle')} ${duplicates === 1 ? 'lies' : 'lie'} twice in the file.`)
  if (topology.closed && !topology.consistentWinding)
    add('winding', 'Some triangles face inwards while their neighbors face outwards.')
  return found
}

/**
 * An intraoral scan is open at its rim: a sound one has one open loop per part. Of the others those on the teeth count, or
 * all where the shape does not say where the teeth are.
 */
function holeRemarks(surface: Surface, gaps: Topology['gaps'], millimeters: number): Remark[] {
  const areaOf = ({ area }: Topology['gaps'][number]) => area * millimeters ** 2
  const large = gaps.filter((gap) => areaOf(gap) >= LARGE_HOLE_MM2)
  const isOnTeeth = large.length > 0 ? occlusalBand(surface, millimeters) : null
  const onTeeth = large.filter(({ path }) => !isOnTeeth || path.some(isOnTeeth))
  const found: Remark[] = []
  if (onTeeth.length > 0) {
    const size = `${count(Math.round(onTeeth.map(areaOf).reduce((most, area) => Math.max(most, area))))} mm²`
    const words = onTeeth.length === 1 ? `a hole of ${size}` : `${count(onTeeth.length)} large holes, one of ${size},`
    found.push({ code: 'large_hole', message: `The surface has ${words} besides its rim.` })
  }
  const low = large.length - onTeeth.length
  const small = gaps.length - large.length
  if (low > 0) found.push({ code: 'holes', message: `The surface has ${counted(low, 'hole')} below the teeth.` })
  if (small > 0)
    found.push({ code: 'holes', message: `The surface has ${counted(small, 'small hole')} besides its rim.` })
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
