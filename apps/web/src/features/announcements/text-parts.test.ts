import { expect, test } from 'vitest'
import { textParts } from './text-parts.ts'

const links = (text: string) => textParts(text).flatMap(({ link }) => link ?? [])

test('plain words stay plain', () => {
  expect(textParts('The lab is closed.\nThank you.')).toEqual([{ text: 'The lab is closed.\nThank you.' }])
  expect(textParts('')).toEqual([])
})

test('addresses become links, the marks around them do not', () => {
  expect(textParts('See https://a.example/x?y=1, please.')).toEqual([
    { text: 'See ' },
    { text: 'https://a.example/x?y=1', link: 'https://a.example/x?y=1' },
    { text: ', please.' },
  ])
  expect(links('(http://a.example/b)')).toEqual(['http://a.example/b'])
  expect(links('https://a.example/wiki/Arch_(wire).')).toEqual(['https://a.example/wiki/Arch_(wire)'])
  expect(links('https://a.example https://b.example!')).toEqual(['https://a.example/', 'https://b.example/'])
})

test('only web addresses lead anywhere', () => {
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'dibs://open', 'https://', 'xhttps://a.example'])
    expect(links(text), text).toEqual([])
})

test('nothing of the text is lost', () => {
  for (const text of ['a https://b.example. c', 'https://b.example', '((https://b.example))', 'https://?? x'])
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
})
