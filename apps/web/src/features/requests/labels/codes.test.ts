import { expect, test } from 'vitest'
import { code128Of, qrOf, quietZone, type Code } from './codes.ts'
import { dotsPerModule, labelDots } from './dots.ts'

/** The code of the largest id that the database can give. */
const largest = 'C-2147483647'

const drawing = ({ url }: Code): string => decodeURIComponent(url.slice(url.indexOf(',') + 1))

/** Left and right edge of every bar, in modules. */
function bars(code: Code): [number, number][] {
  const units = Number(/viewBox="0 0 (\d+)/.exec(drawing(code))![1]) / code.width
  return [...drawing(code).matchAll(/stroke-width="(\d+)" d="([^"]+)"/g)]
    .flatMap(([, width, path]) =>
      [...path!.matchAll(/M([\d.]+) /g)].map(([, x]): [number, number] => [
        (Number(x) - Number(width) / 2) / units,
        (Number(x) + Number(width) / 2) / units,
      ]),
    )
    .sort(([a], [b]) => a - b)
}

test.each(['C-1', 'C-48213', largest])('Code 128 of %s: whole modules, quiet zones, and it fits the label', (text) => {
  const code = code128Of(text)
  const edges = bars(code)
  expect(edges.flat().every(Number.isInteger)).toBe(true)
  expect(edges[0]![0]).toBe(quietZone.code128)
  expect(edges.at(-1)![1]).toBe(code.width - quietZone.code128)
  // Every symbol is 11 modules wide, the stop symbol 13.
  expect((code.width - 2 * quietZone.code128 - 13) % 11).toBe(0)
  expect(dotsPerModule.code128).toBeGreaterThanOrEqual(3)
  expect(code.width * dotsPerModule.code128).toBeLessThanOrEqual(labelDots.width)
})

test.each(['C-1', largest])('QR of %s: the smallest symbol, square, with its quiet zone', (text) => {
  const code = qrOf(text)
  expect([code.width, code.height]).toEqual([21 + 2 * quietZone.qr, 21 + 2 * quietZone.qr])
  expect(dotsPerModule.qr).toBeGreaterThanOrEqual(3)
})

test('the two codes of different cases differ', () => {
  expect(code128Of('C-1').url).not.toBe(code128Of('C-2').url)
  expect(qrOf('C-1').url).not.toBe(qrOf('C-2').url)
})
