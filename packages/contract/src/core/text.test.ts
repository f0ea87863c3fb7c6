import { expect, it, test } from 'vitest'
import type { z } from 'zod'
import { AccountDetailsEdit } from '../account-setup/schema.ts'
import { auth } from '../auth/routes.ts'
import { patientSearch } from '../patients/search.ts'
import { email, line, name, optionalLine, secret, text, words } from './fields.ts'
import * as record from './record-fields.ts'
import { bodyOf } from './record-schema.ts'
import { searchSchema } from './search.ts'
import { asTyped, visible } from './text.ts'

it.each([
  ['a no-break space', 'Ada\u00a0Byron', 'Ada Byron'],
  ['a narrow and a wide space', 'Ada\u202f\u3000Byron', 'Ada  Byron'],
  ['a zero-width space', 'By\u200bron', 'Byron'],
  ['a byte order mark', '\ufeffByron', 'Byron'],
  ['a soft hyphen', 'By\u00adron', 'Byron'],
  ['direction marks', '\u200eByron\u200f\u202a\u202c\u2068\u2069\u061c', 'Byron'],
  ['a word joiner and a grapheme joiner', 'By\u2060r\u034fon', 'Byron'],
  ['joiners between Latin letters', 'By\u200cr\u200don', 'Byron'],
  ['joiners at the ends', '\u200dByron\u200c', 'Byron'],
  ['letters and signs that are never drawn', 'By\u115fr\u1160o\u17b4n\u2800\u180e', 'Byron'],
  ['signs of music and shorthand that are never drawn', 'By\u{1d173}r\u{1bca0}on', 'Byron'],
  ['tags, which hide a text in a text', 'Byron\u{e0041}\u{e0064}\u{e0061}', 'Byron'],
  ['variation selectors that select nothing', '\ufe0fBy\ufe00ron\ufe0f \u{e0100}', 'Byron '],
  [
    'a flag, a heart, a key and an old Chinese letter',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} ❤\ufe0f 1\ufe0f\u20e3 葛\u{e0100}',
    '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} ❤\ufe0f 1\ufe0f\u20e3 葛\u{e0100}',
  ],
  ['line breaks and tabs, which stay', 'a\r\n\tb\u00a0c', 'a\r\n\tb c'],
  ['a Persian name', 'علی\u200cرضا', 'علی\u200cرضا'],
  ['a Persian name with a joiner at its end', 'علی\u200c ', 'علی '],
  ['two joiners in a row', 'علی\u200c\u200cرضا', 'علی\u200cرضا'],
  ['a Hindi half letter', 'क्\u200dष', 'क्\u200dष'],
  ['a Malayalam letter at the end of a word', 'അവന്\u200d വന്നു', 'അവന്\u200d വന്നു'],
  ['a picture of several', '👩\u200d⚕\ufe0f 👨🏽\u200d💻', '👩\u200d⚕\ufe0f 👨🏽\u200d💻'],
])('%s', (_, given, right) => {
  expect(visible(given)).toBe(right)
  expect(visible(visible(given))).toBe(right)
})

it('a joiner that is typed waits for its letter; where none is needed it goes at once', () => {
  expect(asTyped('علی\u200c')).toBe('علی\u200c')
  expect(asTyped('Ada\u200c')).toBe('Ada')
})

const pasted = '\ufeff\u00a0Ada\u200b\u00a0Byron\u200f\u00a0'

test.each<[string, z.ZodType]>([
  ['line', line()],
  ['optionalLine', optionalLine()],
  ['words', words()],
  ['a field of a record', bodyOf(record.fieldsOf({ a: record.line() })).shape.a],
  ['notes of a record', bodyOf(record.fieldsOf({ a: record.notes(100) })).shape.a],
])('%s holds what is seen', (_, schema) => expect(schema.parse(pasted)).toBe('Ada Byron'))

test('texts of several lines keep their spaces at the ends', () => {
  expect(text().parse('\ufeff a\u200b\nb ')).toBe(' a\nb ')
})

test('what holds nothing that is seen is empty', () => {
  expect(line().safeParse('\u200b\u00a0\ufeff').success).toBe(false)
  expect(record.fieldsOf({ a: record.line() }).problems({ a: '\u200b\u00a0\ufeff' })).toEqual({ a: ['Required'] })
})

test('no character that is never drawn is a text of its own', () => {
  const unseen: string[] = []
  for (let code = 0x20; code < 0x110000; code += 1) {
    if (code === 0xd800) code = 0xe000
    const sign = String.fromCodePoint(code)
    if (/[\p{DI}\u2800]/u.test(sign) && line().safeParse(sign).success) unseen.push(code.toString(16))
  }
  expect(unseen).toEqual([])
})

test('an email is found in a paste, and a secret is never altered', () => {
  expect(email().parse('\u200bada@example.com\ufeff\u00a0')).toBe('ada@example.com')
  expect(secret().parse('\u00a0pass\u200bword\u00a0')).toBe('\u00a0pass\u200bword\u00a0')
  const body = { email: 'ada@\u200bexample.com', password: ' s\u00a0e\u200bcret ', bot_check: 'unsolved' }
  expect(auth.login.body.parse(body)).toMatchObject({ email: 'ada@example.com', password: ' s\u00a0e\u200bcret ' })
})

test('a search looks for what is seen', () => {
  expect(searchSchema(patientSearch, 20).parse({ 'filter[search]': 'Ada\u00a0By\u200bron' })).toMatchObject({
    'filter[search]': 'Ada Byron',
  })
})

test('fields of an address are lines, too', () => {
  expect(AccountDetailsEdit.shape.city.parse('Den\u00adver\u00a0')).toBe('Denver')
})

it('a text of one line keeps one space of several, one of several lines all (calls/one-space)', () => {
  const schemas = [line(), optionalLine(), name(), bodyOf(record.fieldsOf({ name: record.line() })).shape.name]
  for (const schema of schemas) expect(schema.parse('  Ada \u202f\u3000 Byron   King ')).toBe('Ada Byron King')
  expect(text().parse('a  b')).toBe('a  b')
  expect(words().parse('a\n  b')).toBe('a\n  b')
  expect(secret().parse('a  b')).toBe('a  b')
})
