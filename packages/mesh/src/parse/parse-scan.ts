import type { Surface } from '../surface.ts'
import type { Thinned } from '../thinning.ts'
import { SurfaceWelder } from '../weld.ts'
import { AsciiStlReader } from './ascii-stl.ts'
import {
  forbiddenContent,
  formatOf,
  isExactBinaryStl,
  lengthOfMark,
  type ScanSigns,
  signsOf,
  wideText,
} from './content.ts'
import type { Finding, ScanFormat } from './finding.ts'
import { counted, Refusal } from './finding.ts'
import { ObjReader } from './obj.ts'
import { type FormatReader, Pieces } from './pieces.ts'
import { PlyReader } from './ply.ts'
import { BinaryStlReader } from './stl.ts'

/** What could be read: the welded surface (null when nothing can be shown) and all remarks. */
export type ParsedScan = {
  format: ScanFormat | null
  surface: Surface | null
  /** Facets left out because a coordinate was not finite. */
  nonFinite: number
  /** Figures of all triangles, where the surface lacks those that its picture does not need. */
  thinned?: Thinned
  findings: Finding[]
}

/** A scan that is read as it comes. */
export type OpenScan = {
  /** Takes the next bytes, from the first one of the file on; false when nothing that follows changes what is said. */
  push: (bytes: Uint8Array) => boolean
  /** What could be read. */
  finish: () => ParsedScan
}

/**
 * Reads a scan by its content, never by its name. Does not throw because of the bytes: what is wrong with them is a
 * finding, and a blocking one leaves `surface` null.
 */
export function parseScan(bytes: Uint8Array): ParsedScan {
  const scan = openScan(signsOf(bytes))
  scan.push(bytes)
  return scan.finish()
}

/**
 * The same of a file that comes in pieces, however it is cut: it need never be in memory whole. Of more than
 * `mostHeld` triangles those are let go that a picture does not need; they are counted and measured.
 */
export function openScan(signs: ScanSigns, mostHeld = Infinity): OpenScan {
  const forbidden = forbiddenContent(signs.head)
  if (forbidden) return refused(null, 'forbidden_content', `This is ${forbidden}, not a 3D scan.`)
  if (signs.length === 0) return refused(null, 'empty', 'The file is empty.')
  const format = formatOf(signs)
  const wide = format === null || format === 'stl-binary' ? wideText(signs.head) : null
  if (wide && !isExactBinaryStl(signs.head, signs.length))
    return refused(
      null,
      'not_a_scan',
      `This is a text in ${wide}, which we cannot read: save it as plain text (UTF-8).`,
    )
  if (!format) return refused(null, 'not_a_scan', 'This is not a 3D scan we can read: STL, PLY and OBJ are.')
  const welder = new SurfaceWelder()
  const reader = readerOf(format, signs, welder)
  const pieces = new Pieces(reader, format !== 'stl-binary' && format !== 'ply-binary')
  // A byte order mark is no part of what a text says.
  let mark = format === 'stl-binary' ? 0 : lengthOfMark(signs.head)
  let refusal: Refusal | null = null
  const attempt = <T>(work: () => T): T | null => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusal = error
      return null
    }
  }
  return {
    push: (bytes) => {
      // A view of a plain kind: code that meets several kinds of arrays is slow.
      const passed = Math.min(mark, bytes.length)
      mark -= passed
      const view = new Uint8Array(bytes.buffer, bytes.byteOffset + passed, bytes.length - passed)
      if (!refusal && !reader.isDone()) attempt(() => pieces.push(view))
      welder.thin(mostHeld)
      return !refusal && !reader.isDone()
    },
    finish: () => {
      const findings = refusal ? null : attempt(() => (pieces.finish(), reader.findings()))
      return findings ? parsed(format, welder, findings) : blocked(format, refusal!.code, refusal!.message)
    },
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
  const { surface, thinned } = welder.finish()
  return { format, surface, nonFinite, ...(thinned && { thinned }), findings }
}

function readerOf(format: ScanFormat, { head, length }: ScanSigns, welder: SurfaceWelder): FormatReader {
  switch (format) {
    case 'stl-binary':
      return new BinaryStlReader(head, length, welder)
    case 'stl-ascii':
      return new AsciiStlReader(welder)
    case 'ply-ascii':
    case 'ply-binary':
      return new PlyReader(welder, length)
    case 'obj':
      return new ObjReader(welder, length)
  }
}

function refused(...finding: Parameters<typeof blocked>): OpenScan {
  return { push: () => false, finish: () => blocked(...finding) }
}

function blocked(format: ScanFormat | null, code: Finding['code'], message: string): ParsedScan {
  return { format, surface: null, nonFinite: 0, findings: [{ code, severity: 'block', message }] }
}
