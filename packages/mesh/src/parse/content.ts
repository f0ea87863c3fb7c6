import type { ScanFormat } from './finding.ts'
import { binaryStlClaim, binaryStlRoom, FACET_BYTES, looksLikeBinaryStl, sampledFacets } from './stl.ts'

/** First bytes of files that are never a scan, and their common names. */
const FORBIDDEN: ReadonlyArray<{ at?: number; magic: string; what: string }> = [
  { magic: 'PK\x03\x04', what: 'a ZIP archive' },
  { magic: 'PK\x05\x06', what: 'a ZIP archive' },
  { magic: 'PK\x07\x08', what: 'a ZIP archive' },
  { magic: '\x1f\x8b', what: 'a compressed archive' },
  { magic: 'BZh', what: 'a compressed archive' },
  { magic: '\xfd7zXZ\x00', what: 'a compressed archive' },
  { magic: '\x28\xb5\x2f\xfd', what: 'a compressed archive' },
  { magic: '7z\xbc\xaf\x27\x1c', what: 'a 7-Zip archive' },
  { magic: 'Rar!\x1a\x07', what: 'a RAR archive' },
  { magic: 'MSCF', what: 'a cabinet archive' },
  { magic: '!<arch>', what: 'an archive' },
  { at: 257, magic: 'ustar', what: 'a TAR archive' },
  { magic: 'MZ', what: 'a program' },
  { magic: '\x7fELF', what: 'a program' },
  { magic: '\xfe\xed\xfa\xce', what: 'a program' },
  { magic: '\xfe\xed\xfa\xcf', what: 'a program' },
  { magic: '\xce\xfa\xed\xfe', what: 'a program' },
  { magic: '\xcf\xfa\xed\xfe', what: 'a program' },
  { magic: '\xca\xfe\xba\xbe', what: 'a program' },
  { magic: '\x00asm', what: 'a program' },
  { magic: 'dex\n', what: 'a program' },
  { magic: '#!', what: 'a script' },
  { magic: '\x4c\x00\x00\x00\x01\x14\x02\x00', what: 'a shortcut' },
  { magic: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', what: 'an office document' },
  { magic: '%PDF-', what: 'a PDF document' },
  { magic: '\x89PNG\r\n', what: 'a picture' },
  { magic: '\xff\xd8\xff', what: 'a picture' },
  { magic: 'GIF8', what: 'a picture' },
]

const HTML = /^(\xef\xbb\xbf)?\s*<(!doctype|html|script|svg|\?xml)/i

/**
 * The kind of the bytes, as text ("a ZIP archive"), when they are a program, an archive or a document that is refused
 * under any name (`scans/content`); null otherwise. Checks the first 512 bytes.
 */
export function forbiddenContent(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 512))
  for (const { at = 0, magic, what } of FORBIDDEN) if (start.startsWith(magic, at)) return what
  return HTML.test(start) ? 'a web page' : null
}

/** How many bytes at the start of a text are byte order marks of UTF-8, which some editors write. */
export function lengthOfMark(bytes: Uint8Array): number {
  let at = 0
  while (bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3
  return at
}

/** So many bytes of a text are looked at for how wide its letters are. */
const WIDE_START = 64

/** The encoding of a text whose letters take two or four bytes each, with its mark or without; null when it is none. */
export function wideText(head: Uint8Array): 'UTF-16' | 'UTF-32' | null {
  const start = String.fromCharCode(...head.subarray(0, WIDE_START))
  const letters = '[\\t-\\r -~]'
  const isAll = (marks: string, ...orders: string[]) =>
    new RegExp(`^(${marks})?(${orders.map((order) => `(${order}){4,}`).join('|')})`).test(start)
  if (isAll('\xff\xfe\0\0|\0\0\xfe\xff', `${letters}\0\0\0`, `\0\0\0${letters}`)) return 'UTF-32'
  return isAll('\xff\xfe|\xfe\xff', `${letters}\0`, `\0${letters}`) ? 'UTF-16' : null
}

/** The bytes without the zeros that some systems pad a text with. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  return bytes.subarray(0, end)
}

/** The first bytes of a file that its format is told by, if it has as many. */
export const SIGN_BYTES = 256 * 1024

/** What a format is told by, of a file that need not be in memory. */
export type ScanSigns = {
  length: number
  /** The first `SIGN_BYTES` of the file, or all of it. */
  head: Uint8Array
  /** The 50 bytes each from the places on that `sampledFacets` names. */
  facets: readonly Uint8Array[]
}

/** The same of a file that is. */
export const signsOf = (bytes: Uint8Array): ScanSigns => ({
  length: bytes.length,
  head: bytes.subarray(0, SIGN_BYTES),
  facets: sampledFacets(bytes.length).map((at) => bytes.subarray(at, at + FACET_BYTES)),
})

/** The scan format of the bytes by their content, or null when they are in none that we know. */
export const detectScanFormat = (bytes: Uint8Array): ScanFormat | null => formatOf(signsOf(bytes))

/** The scan format of a file, or null when it is in none that we know. */
export function formatOf({ length, head, facets }: ScanSigns): ScanFormat | null {
  const text = head.subarray(lengthOfMark(head))
  const start = String.fromCharCode(...withoutPadding(text.subarray(0, 4096)))
  if (/^ply[ \t]*[\n\r]/.test(start)) return isAsciiPly(text) ? 'ply-ascii' : 'ply-binary'
  if (isExactBinaryStl(head, length)) return 'stl-binary'
  if (/^\s*solid\b/i.test(start) && isText(start)) return 'stl-ascii'
  if (isText(start) && hasObjLine(text)) return 'obj'
  if (binaryStlClaim(head) === 0 && binaryStlRoom(length) === 0 && length === 84) return 'stl-binary'
  return !isText(start) && looksLikeBinaryStl(facets) ? 'stl-binary' : null
}

/** Whether a file of this length has as many facets as its header names: the surest sign, also behind the word "solid". */
export function isExactBinaryStl(head: Uint8Array, length: number): boolean {
  const claim = binaryStlClaim(head)
  return claim !== null && claim > 0 && length === 84 + claim * 50
}

/** Whether a PLY says that its numbers are text; comments before that may be long. */
function isAsciiPly(text: Uint8Array): boolean {
  return /^[ \t]*format[ \t]+ascii/m.test(new TextDecoder('latin1').decode(text.subarray(0, 64 * 1024)))
}

function isText(start: string): boolean {
  // eslint-disable-next-line no-control-regex -- control bytes are what tells binary from text
  return !/[\x00-\x08\x0e-\x1f]/.test(start)
}

/** Whether a line of the head is an OBJ point, face or object name. */
function hasObjLine(head: Uint8Array): boolean {
  const decoder = new TextDecoder('latin1')
  return /^[ \t]*(v[ \t]+[-+.\d]|f[ \t]+-?\d)/m.test(decoder.decode(head))
}
