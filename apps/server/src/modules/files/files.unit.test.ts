import { keepsTakenName } from '@archwire/contract/patient-files/file-names.ts'
import { describe, expect, it } from 'vitest'
import { disposition } from '../../kernel/disposition.ts'
import { sign, verified } from '../../services/storage/signature.ts'
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
