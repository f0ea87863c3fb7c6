import { domainToUnicode } from 'node:url'
import { expect, it } from 'vitest'
import { email as emailSchema } from './fields.ts'
import { isEmail, keptEmail } from './email.ts'
import { readableEmail } from './readable-email.ts'
import { email, fieldsOf } from './record-fields.ts'
import { bodyOf } from './record-schema.ts'

const field = fieldsOf({ email: email() })
const { shape } = bodyOf(field)

it.each([
  ['doc@müller.example', 'doc@xn--mller-kva.example'],
  ['doc@xn--mller-kva.example', 'doc@xn--mller-kva.example'],
  ['doc@clinic.xn--p1ai', 'doc@clinic.xn--p1ai'],
  ['info@clinic.香港', 'info@clinic.xn--j6w193g'],
  ['smith&jones@clinic.example', 'smith&jones@clinic.example'],
  ['a/b@clinic.example', 'a/b@clinic.example'],
  ["O'Brien@clinic.example", "O'Brien@clinic.example"],
  ['dr.o’brien@clinic.example', "dr.o'brien@clinic.example"],
  ['New.Person+lab@Example.COM', 'New.Person+lab@Example.COM'],
])('%s is taken as %s, by pages and calls alike', (typed, kept) => {
  expect(field.problems({ email: typed })).toEqual({})
  expect([emailSchema().parse(typed), shape.email.parse(` ${typed} `)]).toEqual([kept, kept])
})

it.each([
  'doc@',
  '@clinic.example',
  'doc@clinic',
  'doc clinic@x.example',
  'doc@-clinic.example',
  'a..b@clinic.example',
  '.a@clinic.example',
  'a@clinic..example',
  'a@b@clinic.example',
  'a@müller.example/x',
  'a@1.2.3.4',
  'müller@clinic.example',
  '"a b"@clinic.example',
  'a<b>@clinic.example',
])('%s is refused, by pages and calls alike', (typed) => {
  expect(isEmail(typed)).toBe(false)
  expect(field.problems({ email: typed })).toEqual({ email: ['Enter a valid email'] })
  expect(emailSchema().safeParse(typed).success).toBe(false)
  expect(shape.email.safeParse(typed).success).toBe(false)
})

it('an address is read as it was written', () => {
  for (const domain of ['müller.example', 'clinic.香港', 'клиника.рф', 'bücher-straße.example', 'مثال.example']) {
    const kept = keptEmail(`doc@${domain}`)
    expect(readableEmail(kept)).toBe(`doc@${domainToUnicode(kept.slice(4))}`)
  }
  expect(readableEmail('doc@clinic.example')).toBe('doc@clinic.example')
  expect(readableEmail('xn--a@xn--0.example')).toBe('xn--a@xn--0.example')
})
