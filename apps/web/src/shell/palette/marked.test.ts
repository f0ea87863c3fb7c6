import { expect, test } from 'vitest'
import { placesOf } from './marked.tsx'

const marks = (text: string, typed: string) => placesOf(text, typed).map(([from, to]) => text.slice(from, to))

test('marks the typed words in any order, whatever accents and capitals say', () => {
  expect(marks('Quickly, Zoë', 'zoe QUICK')).toEqual(['Quick', 'Zoë'])
  expect(marks('Müller-Lüdenscheid, Ada', 'luden')).toEqual(['Lüden'])
  expect(marks('C-1042 · Summit', 'c-104')).toEqual(['C-104'])
})

test('marks words of one or two letters at beginnings alone, and what overlaps once', () => {
  expect(marks('Banana, Anna', 'an')).toEqual(['An'])
  expect(marks('Banana', 'ana nan ban')).toEqual(['Banana'])
})

test('marks nothing for signs and texts that are not there', () => {
  for (const typed of ['', ' ', ',', 'xyz', '.*', 'İ']) expect(marks('Banana, Anna', typed)).toEqual([])
  expect(marks('Straße İzmir', 'zmir')).toEqual(['zmir'])
})
