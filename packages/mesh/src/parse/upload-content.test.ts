import { describe, expect, it } from 'vitest'
import { contentOf, fittingName, refusal } from './upload-content.ts'

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(values.flatMap((value) => (typeof value === 'string' ? [...Buffer.from(value)] : [value])))

describe('content', () => {
  it('decides by the first bytes', () => {
    expect(contentOf(bytes(0x50, 0x4b, 3, 4))).toBe('zip')
    expect(contentOf(bytes('MZ'))).toBe('program')
    expect(contentOf(bytes('  <svg xmlns='))).toBe('markup')
    expect(contentOf(bytes('solid cast\nfacet'))).toBe('other')
    expect(contentOf(bytes(0xff, 0xd8, 0xff, 0xe0))).toBe('jpeg')
  })
  it('a drawing is no photo, a photo no scan', () => {
    expect(refusal('photo', bytes('<svg>'))).toMatch(/not a photo/)
    expect(refusal('scan', bytes(0xff, 0xd8, 0xff, 0xe0))).toMatch(/not a scan/)
    expect(refusal('scan', bytes('solid cast'))).toBeNull()
  })
  it.each([
    ['web assembly', bytes(0, 'asm', 1, 0, 0, 0)],
    ['a Java class', bytes(0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61)],
    ['an xz archive', bytes(0xfd, '7zXZ', 0)],
    ['a bz2 archive', bytes('BZh91AY')],
    ['a zstd archive', bytes(0x28, 0xb5, 0x2f, 0xfd)],
    ['a tar archive', bytes(...Array.from({ length: 257 }, () => 0), 'ustar')],
    ['a Mach-O program', bytes(0xfe, 0xed, 0xfa, 0xcf)],
    ['a shortcut', bytes(0x4c, 0, 0, 0, 1, 0x14, 2, 0)],
    ['an installer of old', bytes('MSCF')],
  ])('%s is no scan, whatever it is called', (_what, head) => {
    expect(refusal('scan', head)).toMatch(/^This is not a scan. It looks like an? /)
  })
  /** The head of an ISO media file with these brands. */
  const media = (...brands: string[]) =>
    bytes(0, 0, 0, 12 + 4 * brands.length, 'ftyp', brands[0]!, 0, 0, 0, 0, ...brands.slice(1))
  it.each([
    ['heic', ['heic', 'mif1', 'heic']],
    ['heic', ['heix']],
    ['heic', ['mif1', 'heic', 'miaf']],
    ['avif', ['avif', 'mif1', 'miaf']],
    ['avif', ['mif1', 'avif']],
    ['video', ['qt  ', 'qt  ']],
    ['video', ['isom', 'mp42']],
  ] as const)('of a phone: %s by its brands %j', (content, brands) => {
    expect(contentOf(media(...brands))).toBe(content)
  })
  it('a HEIC photo is refused as such, with the way out; a video is not taken for one', () => {
    for (const purpose of ['photo', 'report'] as const)
      expect(refusal(purpose, media('heic', 'mif1', 'heic'))).toBe(
        'This is a HEIC photo, which most browsers cannot show. Save the photo as JPEG and add that.',
      )
    expect(refusal('photo', media('qt  '))).toBe('This is not a photo we can show. It looks like a video.')
    expect(refusal('photo', bytes(0xff, 0xd8, 0xff, 0xe0))).toBeNull()
  })
  it('a name gets the ending of what the bytes are, and keeps one that fits', () => {
    const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0)
    expect(fittingName('IMG_0042.HEIC', jpeg)).toBe('IMG_0042.jpg')
    expect(fittingName('smile', jpeg)).toBe('smile.jpg')
    expect(fittingName('Dr. Smith', jpeg)).toBe('Dr. Smith.jpg')
    for (const name of ['a.JPG', 'a.jpeg', 'a.jfif']) expect(fittingName(name, jpeg)).toBe(name)
    expect(fittingName('upper.stl', bytes('solid cast'))).toBe('upper.stl')
  })
})
