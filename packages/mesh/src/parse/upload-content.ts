import { forbiddenContent } from './content.ts'

/**
 * What a file is, by its first bytes. The content decides, never the name (`scans/content`): in the browser before a file
 * travels, and on the server again.
 */
export type Content =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'gif'
  | 'tiff'
  | 'heic'
  | 'avif'
  | 'video'
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

/** The kind of file that a brand of the ISO media container says. */
const brands: Record<string, Content> = {
  ...Object.fromEntries(
    ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => [brand, 'heic']),
  ),
  avif: 'avif',
  avis: 'avif',
}

/** Phones keep photos in the container of their videos: the first brand says which it is, or another one where it is a general one. */
function mediaOf(head: Uint8Array): Content {
  const length = Math.min(head.length, (head[2] ?? 0) * 256 + (head[3] ?? 0))
  const named = [text(head, 8, 12)]
  for (let at = 16; at + 4 <= length; at += 4) named.push(text(head, at, at + 4))
  if (named.some((brand) => brands[brand] === 'avif')) return 'avif'
  return named.some((brand) => brands[brand] === 'heic') ? 'heic' : 'video'
}

/** What the first bytes of a file say it is. */
export function contentOf(head: Uint8Array): Content {
  if (starts(head, 0xff, 0xd8, 0xff)) return 'jpeg'
  if (starts(head, 0x89, 0x50, 0x4e, 0x47)) return 'png'
  if (text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP') return 'webp'
  if (text(head, 0, 4) === 'GIF8') return 'gif'
  if (starts(head, 0x49, 0x49, 0x2a, 0) || starts(head, 0x4d, 0x4d, 0, 0x2a)) return 'tiff'
  if (text(head, 4, 8) === 'ftyp') return mediaOf(head)
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
  heic: 'a HEIC photo',
  avif: 'an AVIF picture',
  video: 'a video',
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
export function refusal(purpose: 'scan' | 'photo' | 'report' | 'library', head: Uint8Array): string | null {
  const content = contentOf(head)
  if (purpose === 'library') {
    const looks = forbiddenContent(head)
    return content === 'program' || runnable.has(looks)
      ? `This cannot be a bracket library. It looks like ${looks ?? words[content]}.`
      : null
  }
  if ((purpose === 'photo' || purpose === 'report') && content === 'heic')
    return 'This is a HEIC photo, which most browsers cannot show. Save the photo as JPEG and add that.'
  if (purpose === 'photo')
    return photos.includes(content) ? null : `This is not a photo we can show. It looks like ${words[content]}.`
  if (purpose === 'report') return ['pdf', 'png', 'jpeg'].includes(content) ? null : 'Upload a PDF, PNG or JPG.'
  // A binary STL may start with anything, so only what is certainly something else is refused here, whatever its name;
  // the check of the scan uses the same list and reads the rest in full.
  const looks = forbiddenContent(head) ?? (content === 'other' ? null : words[content])
  return looks === null ? null : `This is not a scan. It looks like ${looks}.`
}

/** Endings of pictures and documents, with the dot; the first one is given to a file without any of them. */
const endings: Partial<Record<Content, readonly string[]>> = {
  jpeg: ['.jpg', '.jpeg', '.jfif'],
  png: ['.png'],
  webp: ['.webp'],
  gif: ['.gif'],
  tiff: ['.tif', '.tiff'],
  pdf: ['.pdf'],
}

/** The name of a picture or document with an ending that fits its bytes: `IMG_0042.HEIC` of a JPEG becomes `IMG_0042.jpg`. */
export function fittingName(name: string, head: Uint8Array): string {
  const fitting = endings[contentOf(head)]
  if (!fitting || fitting.some((ending) => name.toLowerCase().endsWith(ending))) return name
  return name.replace(/\.\w{2,4}$/, '') + fitting[0]
}
