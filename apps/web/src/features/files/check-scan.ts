import type { CheckedAs, Finding, Jaw, ScanReport } from '@archwire/mesh'
import type { LookedAt } from '../../viewer/parent-messages.ts'
import { workerAsker } from '../../lib/ask-worker.ts'
import type { ScanAnswer, ScanQuestion } from './scan-check.worker.ts'

/** Larger files would not fit into the memory of many browsers; the lab's server checks them. */
const mostBytes = 200 * 1024 * 1024

const ask = workerAsker<ScanQuestion, ScanAnswer>(
  () => new Worker(new URL('./scan-check.worker.ts', import.meta.url), { type: 'module' }),
  'The scan could not be read.',
)

/** What people see about a scan before it travels. */
export interface ScanCheck {
  verdict: 'pass' | 'warn' | 'block'
  remarks: Pick<Finding, 'message' | 'severity'>[]
  /** Whether the remarks have spots to show: holes, loose parts, edges of more than two triangles, gaps of what was left out. */
  hasSpots: boolean
  triangles: number
  /** Millimeters along the sides, or null where the unit is in doubt. */
  size: readonly [number, number, number] | null
  geometry: string | null
  inColor: boolean
  /** The jaw that its shape suggests; null when it is unclear. */
  jaw: Jaw | null
}

const spotted: readonly string[] = ['holes', 'large_hole', 'loose_shells', 'non_manifold', 'wild_points']

/** Checks a scan in the browser; null when it is too large for that. Rejects when the file cannot be read. */
export async function checkScanFile(file: File, as: CheckedAs): Promise<ScanCheck | null> {
  if (file.size > mostBytes) return null
  const { report, jaw } = await ask({ file, as, want: 'report' })
  return { ...wordsOf(report), jaw }
}

/** The surface of a scan with the spots of its faults; null when there is nothing to show. */
export const lookAtScan = async (file: File): Promise<LookedAt | null> =>
  (await ask({ file, as: 'scan', want: 'look' })).look

function wordsOf(report: ScanReport): Omit<ScanCheck, 'jaw'> {
  return {
    verdict: report.verdict,
    remarks: report.findings,
    hasSpots: report.findings.some(({ code }) => spotted.includes(code)),
    triangles: report.triangles,
    size: report.unit_guess === 'mm' ? (report.bounding_box?.size ?? null) : null,
    geometry: report.geometry_hash,
    inColor: report.has_colours,
  }
}
