import type { Surface } from '../surface.ts'
import { SurfaceWelder } from '../weld.ts'
import { detectScanFormat, forbiddenContent, isExactBinaryStl, withoutPadding } from './content.ts'
import type { Finding, ScanFormat } from './finding.ts'
import { counted, Refusal } from './finding.ts'
import { parseObj } from './obj.ts'
import { parsePly } from './ply.ts'
import { BinaryStlReader, parseAsciiStl, parseBinaryStl } from './stl.ts'

/** What could be read: the welded surface (null when nothing can be shown) and all remarks. */
export type ParsedScan = {
  format: ScanFormat | null
  surface: Surface | null
  /** Facets left out because a coordinate was not finite. */
  nonFinite: number
  findings: Finding[]
}

/**
 * Reads a scan by its content, never by its name. Does not throw because of the bytes: what is wrong with them is a
 * finding, and a blocking one leaves `surface` null.
 */
export function parseScan(bytes: Uint8Array): ParsedScan {
  const forbidden = forbiddenContent(bytes)
  if (forbidden) return blocked(null, 'forbidden_content', `This is ${forbidden}, not a 3D scan.`)
  if (bytes.length === 0) return blocked(null, 'empty', 'The file is empty.')
  const format = detectScanFormat(bytes)
  if (!format) return blocked(null, 'not_a_scan', 'This is not a 3D scan we can read: STL, PLY and OBJ are.')
  const welder = new SurfaceWelder()
  const findings: Finding[] = []
  try {
    findings.push(...readInto(welder, bytes, format))
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return blocked(format, refusal.code, refusal.message)
  }
  return parsed(format, welder, findings)
}

/**
 * Opens a binary STL that is too large to be held whole: `push` takes what follows the header in pieces of whole facets,
 * `finish` returns what could be read. Null for what is none by its header and length.
 */
export function openBinaryStl(
  head: Uint8Array,
  length: number,
): { push: (bytes: Uint8Array) => void; finish: () => ParsedScan } | null {
  if (forbiddenContent(head) || !isExactBinaryStl(head, length)) return null
  const welder = new SurfaceWelder()
  const reader = new BinaryStlReader(head, length, welder)
  return {
    push: (bytes) => reader.push(bytes),
    finish: () => parsed('stl-binary', welder, reader.findings()),
  }
}

function parsed(format: ScanFormat, welder: SurfaceWelder, findings: Finding[]): ParsedScan {
  const { nonFinite, facets } = welder
  if (facets === 0) {
    const message =
      nonFinite > 0
        ? `None of the ${counted(nonFinite, 'triangle')} has coordinates that are numbers.`
        : 'The file holds no triangles.'
    return { format, surface: null, nonFinite, findings: [...findings, { code: 'empty', severity: 'block', message }] }
  }
  return { format, surface: welder.finish(), nonFinite, findings }
}

function readInto(welder: SurfaceWelder, bytes: Uint8Array, format: ScanFormat): Finding[] {
  switch (format) {
    case 'stl-binary':
      return parseBinaryStl(bytes, welder)
    case 'stl-ascii':
      return parseAsciiStl(withoutPadding(bytes), welder)
    case 'ply-ascii':
      return parsePly(withoutPadding(bytes), welder)
    case 'ply-binary':
      return parsePly(bytes, welder)
    case 'obj':
      return parseObj(withoutPadding(bytes), welder)
  }
}

function blocked(format: ScanFormat | null, code: Finding['code'], message: string): ParsedScan {
  return { format, surface: null, nonFinite: 0, findings: [{ code, severity: 'block', message }] }
}
