import { expect, it } from 'vitest'
import { mentionedIn, partsOf, replaceMentions, writeMention } from './mentions.ts'

it('finds who is mentioned, each once, in order', () => {
  expect(mentionedIn(`${writeMention(7)} and ${writeMention('lab')}, then ${writeMention(7)} again`)).toEqual([
    7,
    'lab',
  ])
})

it('takes nothing else for a mention', () => {
  for (const text of ['@7', '@[]', '@[0]', '@[07]', '@[x]', '@[labs]', '@[12345678901]', 'a@b.example', '[7]'])
    expect(mentionedIn(text), text).toEqual([])
})

it('parts of a text put together again are the text', () => {
  for (const text of ['', 'plain', '@[3]', 'to @[3]', '@[lab] please', 'a@[1]@[2]b'])
    expect(
      partsOf(text)
        .map((part) => (typeof part === 'string' ? part : writeMention(part.who)))
        .join(''),
    ).toBe(text)
})

it('writes mentions anew and leaves the rest', () => {
  expect(replaceMentions('Dear @[4], ask @[lab].', (who) => (who === 'lab' ? 'the lab' : `<${who}>`))).toBe(
    'Dear <4>, ask the lab.',
  )
})
