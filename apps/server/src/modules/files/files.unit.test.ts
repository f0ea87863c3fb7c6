import { keepsTakenName } from '@archwire/contract/patient-files/file-names.ts'
import { describe, expect, it } from 'vitest'
import { disposition } from '../../kernel/disposition.ts'
import { sign, verified } from '../../services/storage/signature.ts'
import { contentOf, refusal } from './content.ts'
import { nameOnCase } from './names.ts'

const ada = { first_name: 'Ada', last_name: 'Byron', case_number_text: '17 A' }

describe('names of files on a case', () => {
  it('keeps a name that holds the patient’s, whatever its case and accents', () => {
    expect(nameOnCase('BYRON_ada_upper.stl', ada, [])).toBe('BYRON_ada_upper.stl')
    expect(nameOnCase('Zoe Ruiz.stl', { first_name: 'Zoë', last_name: 'Ruíz', case_number_text: '' }, [])).toBe(
      'Zoe Ruiz.stl',
    )
  })
  it('names others after patient and case number, with an index where taken', () => {
    expect(nameOnCase('scan.stl', ada, [])).toBe('Byron, Ada, 17 A.stl')
    expect(nameOnCase('scan.stl', { ...ada, case_number_text: '' }, ['byron, ada.STL', 'Byron, Ada (1).stl'])).toBe(
      'Byron, Ada (2).stl',
    )
  })
  it('only a name that holds the patient’s can be taken, whatever its case and accents', () => {
    expect(keepsTakenName('Byron Ada.stl', ada, ['byron ÁDA.stl'])).toBe(true)
    expect(keepsTakenName('Byron Ada.stl', ada, ['Byron Ada.ply', 'Byron Ada (1).stl'])).toBe(false)
    expect(keepsTakenName('scan.stl', ada, ['scan.stl', 'Byron, Ada, 17 A.stl'])).toBe(false)
  })
})

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
})

describe('signed links', () => {
  const present = new Date('2026-11-21T10:00:00Z')
  const e = String(present.getTime() / 1000 + 60)
  const query = { k: 'o/1/p/2/x', t: 'image/webp', n: '', i: '1', e }
  const signed = { ...query, s: sign('secret', 'GET', query) }
  it('hold for their method, content and time only', () => {
    expect(verified('secret', 'GET', signed, present)).toEqual(query)
    const put = { u: 'u_1', p: '1', z: '10', t: 'a/b', e }
    expect(verified('secret', 'PUT', { ...put, s: sign('secret', 'PUT', put) }, present)).toEqual(put)
    expect(verified('secret', 'PUT', { ...put, s: signed.s }, present)).toBeUndefined()
    expect(verified('secret', 'GET', { ...signed, k: 'o/1/p/3/x' }, present)).toBeUndefined()
    expect(verified('other', 'GET', signed, present)).toBeUndefined()
    expect(verified('secret', 'GET', signed, new Date(present.getTime() + 61_000))).toBeUndefined()
  })
  it('take exactly their own parameters, each once', () => {
    const { n: _, ...less } = signed
    for (const forged of [less, { ...signed, zz: '' }, { ...signed, k: [query.k] }, { ...signed, s: [signed.s] }, {}])
      expect(verified('secret', 'GET', forged, present), JSON.stringify(forged)).toBeUndefined()
  })
  it('no value of one link passes for another link, whatever line breaks it holds', () => {
    // What a download of one's own file signs, and what a forger makes of its text.
    const own = { k: 'o/1/p/2/own', t: 'application/octet-stream', n: 'x.stl\nk=o/9/p/9/theirs\nn=y', i: '0', e }
    const s = sign('secret', 'GET', own)
    const forgeries = [
      { e, i: '0\nk=o/1/p/2/own\nn=x.stl', k: 'o/9/p/9/theirs', n: 'y', t: 'application/octet-stream', s },
      { ...own, k: 'o/9/p/9/theirs', n: 'y', s },
    ]
    for (const forged of forgeries) expect(verified('secret', 'GET', forged, present)).toBeUndefined()
    const upload = { u: 'u_mine', p: '1', z: '84', t: 'a\nu=u_theirs\nz=99999999999\nzz=', e }
    const forged = { e, p: '1', t: 'a', u: 'u_theirs', z: '99999999999', s: sign('secret', 'PUT', upload) }
    expect(verified('secret', 'PUT', forged, present)).toBeUndefined()
    expect(verified('secret', 'PUT', { ...forged, zz: '\nu=u_mine\nz=84' }, present)).toBeUndefined()
  })
  it('names in headers are data', () => {
    expect(disposition('Zoë "x"\r\nSet-Cookie: a.stl', false)).toBe(
      `attachment; filename="Zo_ _x___Set-Cookie_ a.stl"; filename*=UTF-8''Zo%C3%AB%20%22x%22%0D%0ASet-Cookie%3A%20a.stl`,
    )
  })
})
