import { expect, it } from 'vitest'
import { fitsPatient, keepsTakenName } from '../patient-files/file-names.ts'
import { isCaseNumber, isName, tidyName } from '../rx-forms/rules.ts'
import { patients } from '../patients/routes.ts'
import { joined, straight, withoutHyphens } from './names.ts'

it.each(['O´Brien', 'O’Brien', 'O`Brien', 'O‘Brien', 'O′Brien'])(
  '%s becomes an apostrophe, in browser and API',
  (name) => {
    expect(straight(name)).toBe("O'Brien")
    expect(tidyName(name)).toBe("O'Brien")
    const body = { first_name: 'Ada', last_name: name, user_id: 1 }
    expect(patients.create.body.parse(body)).toMatchObject({ last_name: "O'Brien" })
  },
)

it('a name with hyphens is refused, and has one without to offer', () => {
  expect(isName('Smith-Jones')).toBe(false)
  expect(withoutHyphens('Smith-Jones')).toBe('Smith Jones')
  expect(withoutHyphens('Smith – Jones')).toBe('Smith Jones')
  expect(withoutHyphens('Smith-')).toBe('Smith')
  expect(withoutHyphens('Smith Jones')).toBeUndefined()
})

it('names may have the joiners that their script needs', () => {
  expect(isName('علی\u200cرضا')).toBe(true)
  expect(isCaseNumber('علی\u200cرضا 7')).toBe(true)
})

it('hyphen, space and nothing are alike', () => {
  expect(['Smith-Jones', 'Smith Jones', 'Smith–Jones', 'SmithJones'].map(joined)).toEqual(Array(4).fill('SmithJones'))
})

it.each(['Anna Smith-Jones upper.stl', 'anna_smithjones.stl', 'SMITH JONES, Anna.stl', 'Smith‑Jones Anna.stl'])(
  'a file %s holds the name of Anna Smith Jones',
  (name) => {
    expect(fitsPatient(name, { first_name: 'Anna', last_name: 'Smith Jones' })).toBe(true)
    expect(fitsPatient(name, { first_name: 'Anna', last_name: 'SmithJones' })).toBe(true)
    expect(fitsPatient(name, { first_name: 'Anna', last_name: 'Smith Jonas' })).toBe(false)
  },
)

it('a file with another apostrophe holds the name, too; two files are the same by their whole names', () => {
  const patient = { first_name: 'Anna', last_name: "O'Brien" }
  expect(fitsPatient('O´Brien Anna.stl', patient)).toBe(true)
  expect(keepsTakenName("O'Brien Anna.stl", patient, ["O'Brien-Anna.stl"])).toBe(false)
  expect(keepsTakenName("O'Brien Anna.stl", patient, ["o'brien anna.stl"])).toBe(true)
})
