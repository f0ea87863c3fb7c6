import type { FindingCode, Severity } from './parse/finding.ts'

/** What a checked file is: a scan of a mouth or a cast, a setup that the lab has made of one, or a scan of the closed bite. */
export type CheckedAs = 'scan' | 'setup' | 'bite'

/** Square millimeters from which a hole is a large one: two millimeters across, less than a bracket's base. */
export const LARGE_HOLE_MM2 = 3
/** Millimeters of the longest side below which a file holds a tooth or two, not an arch. */
export const SHORTEST_ARCH_MM = 20

const everywhere = (weight: Severity) => ({ scan: weight, setup: weight, bite: weight })

/**
 * How much each remark matters (docs/decisions/061): a note is said, a warning asks the sender why the file is fine all
 * the same, and what blocks is refused. A reason is asked only for what can spoil a case.
 */
export const weights: Readonly<Record<FindingCode, Readonly<Record<CheckedAs, Severity>>>> = {
  not_a_scan: everywhere('block'),
  forbidden_content: everywhere('block'),
  empty: everywhere('block'),
  bad_number: everywhere('block'),
  bad_index: everywhere('block'),
  bad_face: everywhere('block'),
  // Where it is found in words between sound ones the file is shown without them: `lines_left_out`.
  bad_structure: everywhere('block'),
  lines_left_out: everywhere('warn'),
  truncated: everywhere('warn'),
  wrong_count: everywhere('warn'),
  non_finite: everywhere('warn'),
  wild_points: everywhere('warn'),
  units: everywhere('warn'),
  // Not looked for in a bite scan.
  inside_out: { scan: 'warn', setup: 'warn', bite: 'note' },
  // One sign alone may be wrong.
  perhaps_inside_out: everywhere('note'),
  // A setup may be a tooth alone, and its teeth may be open below and at their sides. A bite scan shows some teeth.
  single_tooth: { scan: 'warn', setup: 'note', bite: 'note' },
  large_hole: { scan: 'warn', setup: 'note', bite: 'note' },
  // Every scanner leaves some; nothing is made or measured otherwise because of them.
  holes: everywhere('note'),
  loose_shells: everywhere('note'),
  non_manifold: everywhere('note'),
  duplicates: everywhere('note'),
  winding: everywhere('note'),
  not_examined: everywhere('note'),
  coarsened: everywhere('note'),
}

/** What was found in a file, as heavy as it is for what the file is now said to be. */
export const reweighed = <Found extends { code: string; severity: Severity }>(
  findings: readonly Found[],
  as: CheckedAs,
): Found[] =>
  findings.map((finding) => ({ ...finding, severity: weights[finding.code as FindingCode]?.[as] ?? finding.severity }))

/** What a person has to do about a file: nothing, to say why it is fine, or to send another one. */
export function verdictOf(findings: readonly { severity: Severity }[]): 'pass' | 'warn' | 'block' {
  if (findings.some(({ severity }) => severity === 'block')) return 'block'
  return findings.some(({ severity }) => severity === 'warn') ? 'warn' : 'pass'
}
