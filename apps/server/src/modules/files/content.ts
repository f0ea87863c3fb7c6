import type { UploadPurpose } from '@archwire/contract/patient-files/types.ts'
import { forbiddenContent } from '@archwire/mesh'

/** Detects a file's kind by its first bytes. The content decides, never the name (`scans/content`). Pure. */
export type Content =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'gif'
  | 'tiff'
  | 'pdf'
  | 'zip'
  | 'gzip'
  | 'rar'
  | '7z'
  | 'program'
  | 'markup'
  | 'other'

const starts = (head: Uint8Array, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)
const text = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to))

export function contentOf(head: Uint8Array): Content {
  if (starts(head, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (starts(head, 0x89, 0x50, 0x4e, 0x47)) return 'png'
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp'
  if (text(head, 0, 4) === 'GIF8') return 'gif'
  if (starts(head, 0x49, 0x49, 0x2a, 0) || starts(head, 0x4d, 0x4d, 0, 0x2a)) return 'tiff'
  if (text(head, 0, 5) === '%PDF-') return 'pdf'
  if (starts(head, 0x50, 0x4b, 3, 4) || starts(head, 0x50, 0x4b, 5, 6)) return 'zip'
  if (starts(head, 0x1f, 0x8b)) return 'gzip'
  if (text(head, 0, 4) === 'Rar!') return 'rar'
  if (starts(head, 0x37, 0x7a, 0xbc, 0xaf)) return '7z'
  if (
    starts(head, 0x4d, 0x5a) ||
    starts(head, 0x7f, 0x45, 0x4c, 0x46) ||
    text(head, 0, 2) === '#!' ||
    starts(head, 0xcf, 0xfa, 0xed, 0xfe)
  )
    return 'program'
  if (/^(\ufeff|\xef\xbb\xbf)?\s*<(\?xml|!doctype|html|svg|script)/i.test(text(head, 0, 200))) return 'markup'
  return 'other'
}

const photos: readonly Content[] = ['jpeg', 'png', 'webp', 'gif', 'tiff']
const words: Record<Content, string> = {
  jpeg: 'a photo',
  png: 'a picture',
  webp: 'a picture',
  gif: 'a picture',
  tiff: 'a picture',
  pdf: 'a PDF document',
  zip: 'an archive',
  gzip: 'an archive',
  rar: 'an archive',
  '7z': 'an archive',
  program: 'a program',
  markup: 'a web page or drawing',
  other: 'something else',
}

/** What `forbiddenContent` calls what a computer would run. */
const runnable: ReadonlySet<string | null> = new Set(['a program', 'a script', 'a shortcut'])

/** How many leading bytes these checks need. */
export const headBytes = 512

/** Why bytes cannot be what they are uploaded as; null when they can. `head`: the first `headBytes` of them. */
export function refusal(purpose: UploadPurpose, head: Uint8Array): string | null {
  const content = contentOf(head)
  if (purpose === 'library') {
    const looks = forbiddenContent(head)
    return content === 'program' || runnable.has(looks)
      ? `This cannot be a bracket library. It looks like ${looks ?? words[content]}.`
      : null
  }
  if (purpose === 'photo')
    return photos.includes(content) ? null : `This is not a photo we can show. It looks like ${words[content]}.`
  if (purpose === 'report') return ['pdf', 'png', 'jpeg'].includes(content) ? null : 'Upload a PDF, PNG or JPG.'
  // A binary STL may begin with anything, so only what is certainly something else is refused here, whatever its name;
  // the check of the scan uses the same list and reads the rest in full.
  const looks = forbiddenContent(head) ?? (content === 'other' ? null : words[content])
  return looks === null ? null : `This is not a scan. It looks like ${looks}.`
}
