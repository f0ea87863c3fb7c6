import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asScanned, withHole } from '../test/as-scanned.ts'
import { checkScan, syntheticArch, toBinaryStl, weights, type Surface } from './index.ts'

const check = (surface: Surface, as?: 'scan' | 'setup') => checkScan(toBinaryStl(surface), as).report
const asks = (surface: Surface) =>
  check(surface).findings.flatMap(({ severity, code }) => (severity === 'note' ? [] : [code]))
const sound = asScanned('lower', 4)
/** The point of the highest cusp; specks hang above it, the last eight facets at most. */
const highest = (surface: Surface) => {
  let best = surface.indices[0]!
  for (const vertex of surface.indices.subarray(0, -24))
    if (surface.positions[vertex * 3 + 2]! > surface.positions[best * 3 + 2]!) best = vertex
  return surface.positions.subarray(best * 3, best * 3 + 3)
}
const scaled = (surface: Surface, by: number): Surface => ({
  ...surface,
  positions: surface.positions.map((value) => value * by),
})

const seeds = Array.from({ length: process.env.LONG === '1' ? 10 : 2 }, (_, at) => at + 1)
it.each(seeds.flatMap((seed) => [['upper', seed] as const, ['lower', seed] as const]))(
  'a sound %s scan (seed %i) with a ragged rim, islands, specks and pinholes needs no reason',
  (jaw, seed) => {
    const report = check(asScanned(jaw, seed))
    expect(report.findings.filter(({ severity }) => severity !== 'note')).toEqual([])
    expect(report.verdict).toBe('pass')
    // It is not as clean as it seems: something is said.
    expect(report.findings.length).toBeGreaterThan(0)
  },
)

describe('what can spoil a case asks for a reason', () => {
  const cut = toBinaryStl(sound)
  it.each([
    ['a hole in a tooth', withHole(sound, highest(sound), 2), 'large_hole'],
    ['inches', scaled(sound, 1 / 25.4), 'units'],
    [
      'a single tooth',
      scaled(syntheticArch({ jaw: 'lower', seed: 2, alignment: 0.5, triangles: 3000 }), 0.15),
      'single_tooth',
    ],
  ])('%s', (_, surface, code) => {
    expect(asks(surface)).toEqual([code])
    expect(check(surface).verdict).toBe('warn')
  })

  it('a file that was cut', () => {
    expect(checkScan(cut.subarray(0, cut.length * 0.7)).report).toMatchObject({ verdict: 'warn' })
  })

  it('a file that is inside out, open or closed, scan or setup', () => {
    const insideOut = ({ positions, indices }: Surface): Surface => ({ positions, indices: indices.slice().reverse() })
    const closed = syntheticArch({ jaw: 'upper', seed: 2, alignment: 0.5, triangles: 3000 })
    for (const surface of [insideOut(sound), insideOut(closed)]) {
      expect(asks(surface)).toEqual(['inside_out'])
      expect(check(surface, 'setup').verdict).toBe('warn')
    }
  })

  it('a hole is measured in millimeters, whatever the unit of the file', () => {
    const message = (surface: Surface) => check(surface).findings.find(({ code }) => code === 'large_hole')?.message
    const holed = withHole(sound, highest(sound), 2)
    expect(message(holed)).toMatch(/^The surface has a hole of \d+ mm² besides its rim\.$/)
    expect(message(scaled(holed, 1 / 25.4))).toBe(message(holed))
  })

  it('a cast that is inside out and has lost a facet', () => {
    const { positions, indices } = syntheticArch({ jaw: 'upper', seed: 2, alignment: 0.5, triangles: 3000 })
    expect(asks({ positions, indices: indices.slice(3).reverse() })).toContain('inside_out')
    expect(asks({ positions, indices: indices.slice(3) })).not.toContain('inside_out')
  })

  it('a hole that reaches from the gum into a crown', () => {
    const crown = highest(sound)[2]! - 7
    const near = (vertex: number) => Math.abs(sound.positions[vertex * 3 + 2]! - crown)
    const edge = sound.indices.reduce((best, vertex) => (near(vertex) < near(best) ? vertex : best))
    expect(asks(withHole(sound, sound.positions.subarray(edge * 3, edge * 3 + 3), 2))).toEqual(['large_hole'])
  })

  it('not a hole in the gum, below the teeth', () => {
    // Lower teeth: the height is z.
    const height = highest(sound)[2]! - 10.5
    const near = (vertex: number) => Math.abs(sound.positions[vertex * 3 + 2]! - height)
    const low = sound.indices.reduce((best, vertex) => (near(vertex) < near(best) ? vertex : best))
    const report = check(withHole(sound, sound.positions.subarray(low * 3, low * 3 + 3), 1.3))
    expect(report.findings.map(({ message }) => message)).toContain('The surface has 1 hole below the teeth.')
    expect(report.verdict).toBe('pass')
  })

  it('not of a setup, whose teeth are open where no one sees them', () => {
    const holed = withHole(sound, highest(sound), 2)
    expect(check(holed, 'setup').verdict).toBe('pass')
    expect(check(scaled(sound, 1 / 25.4), 'setup').verdict).toBe('warn')
  })
})

it('the table of the README is that of the check', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [
    ...readme.matchAll(/^\| `(\w+)` \|.*\| (note|warn|block) \| (note|warn|block) \| (note|warn|block) \|$/gm),
  ]
  expect(Object.fromEntries(rows.map(([, code, scan, setup, bite]) => [code, { scan, setup, bite }]))).toEqual(weights)
})
