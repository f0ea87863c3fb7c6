import { inflateSync } from 'node:zlib'

/** The texts of an invoice's PDF in the order in which they are written, in Unicode. */
export function textOf(pdf: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(pdf))
  const letters = lettersOf(objects)
  const texts: string[] = []
  for (const content of objects.values()) {
    let font = ''
    for (const [, named, parts] of content.stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (named) font = named
      else
        texts.push(
          [...parts!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => written(hex, letters.get(font))).join(''),
        )
    }
  }
  return texts
}

export const pagesOf = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)!.length

type Letters = string[]
const written = (hex: string, letters: Letters = []): string =>
  (hex.match(/.{4}/g) ?? []).map((glyph) => letters[Number.parseInt(glyph, 16)] ?? '').join('')

/** The letters of each font of the page by its name, by the numbers of their glyphs. */
function lettersOf(objects: ReturnType<typeof objectsOf>): Map<string, Letters> {
  const fonts = new Map<string, Letters>()
  for (const { dictionary } of objects.values())
    for (const [, name, object] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = objects.get(Number(/\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(object))?.dictionary ?? '')?.[1]))
      fonts.set(name!, glyphsOf(map?.stream ?? ''))
    }
  return fonts
}

function glyphsOf(map: string): Letters {
  const letters: Letters = []
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g))
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f]+)>/g)].entries())
      letters[Number.parseInt(first, 16) + index] = Buffer.from(code, 'hex').swap16().toString('utf16le')
  return letters
}

/** The objects of a PDF by their numbers, streams inflated. */
function objectsOf(pdf: Buffer): Map<number, { dictionary: string; stream: string }> {
  const objects = new Map<number, { dictionary: string; stream: string }>()
  for (const { index, 0: head, 1: number } of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n/g)) {
    const begin = index + head.length
    const text = pdf.subarray(begin, pdf.indexOf('endobj', begin)).toString('latin1')
    const at = text.indexOf('stream\n')
    const raw = at < 0 ? null : Buffer.from(text.slice(at + 7, text.lastIndexOf('\nendstream')), 'latin1')
    objects.set(Number(number), {
      dictionary: at < 0 ? text : text.slice(0, at),
      stream: raw && !text.includes('/Length1') ? inflateSync(raw).toString('latin1') : '',
    })
  }
  return objects
}
