import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { angleBetween } from './arch-axes/vectors.ts'
import { asScanned } from '../test/as-scanned.ts'
import { anyWay, archOf, KINDS, moved } from '../test/mouths.ts'
import { cube, together } from '../test/shapes.ts'
import { facingOutwards, turnedOver } from './facing-outwards.ts'
import { checkScan, guessArchAxes, guessJaw, type Surface, syntheticArch, toBinaryStl } from './index.ts'
import { MeasuredSurface } from './surface-distance.ts'
import { randomSource } from './synthetic-arch/random.ts'

const fieldCase = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../test/field-cases/${name}`, import.meta.url)))

const over = (surface: Surface): Surface => ({ ...surface, indices: turnedOver(surface.indices) })
const report = (surface: Surface, as?: 'scan' | 'setup' | 'bite') => checkScan(toBinaryStl(surface), as).report
const said = (surface: Surface, as?: 'scan' | 'setup' | 'bite') =>
  report(surface, as)
    .findings.filter(({ code }) => code === 'inside_out')
    .map(({ message, severity }) => `${severity}: ${message}`)
const INWARDS = 'Its surface faces inwards: the file is inside out, or its coordinates are mirrored.'
const BOTH = 'A part of its surface faces inwards, another outwards: a part is inside out, or mirrored.'

describe('the same triangles stand the same way, whichever side they face:', () => {
  it('an arch as a program wrote it', () => {
    const [arch, insideOut] = ['arch.stl', 'arch-inside-out.stl'].map((name) => checkScan(fieldCase(name)))
    expect(arch!.report).toMatchObject({ triangles: 1152, findings: [] })
    expect(insideOut!.report).toMatchObject({ triangles: 1152, findings: [{ code: 'inside_out', message: INWARDS }] })
    expect(guessArchAxes(arch!.mesh!)).toMatchObject({ teeth: [0, 0, 1], insideOut: false })
    expect(guessArchAxes(insideOut!.mesh!)).toMatchObject({ teeth: [0, 0, 1], insideOut: true })
    expect(guessArchAxes(insideOut!.mesh!).anterior).toEqual(guessArchAxes(arch!.mesh!).anterior)
    expect(guessArchAxes(insideOut!.mesh!).sure).toEqual(guessArchAxes(arch!.mesh!).sure)
  })

  it.each(KINDS)('%s', (kind) => {
    const chance = randomSource(88)
    // Each kind of one jaw, and of both in the long run.
    const jaws = kind === 'full palate' ? (['upper'] as const) : (['upper', 'lower'] as const)
    for (const jaw of jaws.filter((_, at) => process.env.LONG === '1' || at === KINDS.indexOf(kind) % jaws.length)) {
      const arch = moved(archOf(jaw, 206, kind), anyWay(chance))
      const [as, turned] = [guessArchAxes(arch), guessArchAxes(over(arch))]
      expect(angleBetween(as.teeth, turned.teeth)).toBeLessThan(1)
      expect(angleBetween(as.anterior, turned.anterior)).toBeLessThan(1)
      expect(turned.sure).toEqual(as.sure)
      if (as.insideOut !== null) expect(turned.insideOut).toBe(!as.insideOut)
      expect(guessJaw(over(arch))).toBe(guessJaw(arch))
    }
  })
})

describe('a closed surface says surely which way it faces:', () => {
  it('a box as a program wrote it has a volume, and that it faces inwards is said', () => {
    expect(checkScan(fieldCase('box-inside-out.stl')).report).toMatchObject({
      triangles: 12,
      volume_mm3: 64_000,
      verdict: 'warn',
      findings: [{ code: 'inside_out', severity: 'warn', message: INWARDS }],
    })
  })

  it('so does a bite scan, where it is a note, and a plate that fills little of its box', () => {
    expect(said(over(cube(40)), 'bite')).toEqual([`note: ${INWARDS}`])
    expect(said(cube(40), 'bite')).toEqual([])
    const tilted = ({ positions, indices }: Surface): Surface => ({
      positions: positions.map((value, at) => (at % 3 === 2 ? value / 40 + positions[at - 2]! : value)),
      indices,
    })
    expect(said(over(tilted(cube(40))))).toEqual([`warn: ${INWARDS}`])
    expect(said(tilted(cube(40)))).toEqual([])
  })

  const hollow = together(cube(40), over(cube(30, 5)))
  it('a hollow faces inwards, as it should', () => {
    expect(said(hollow)).toEqual([])
    expect(report(hollow).volume_mm3).toBe(64_000 - 27_000)
    expect(said(over(hollow))).toEqual([`warn: ${INWARDS}`])
    expect(report(over(hollow)).volume_mm3).toBe(64_000 - 27_000)
  })

  it('of two parts that face different ways no volume is the difference', () => {
    const pair = together(cube(40), over(cube(30, 60)))
    expect(said(pair)).toEqual([`warn: ${BOTH}`])
    expect(report(pair).volume_mm3).toBeNull()
    expect(said(together(cube(40), cube(30, 60)))).toEqual([])
    expect(report(together(cube(40), cube(30, 60))).volume_mm3).toBe(64_000 + 27_000)
  })

  it('a speck decides nothing', () => {
    const arch = syntheticArch({ jaw: 'upper', seed: 2, alignment: 0.5, triangles: 3000 })
    expect(said(together(arch, over(cube(0.2, 60))))).toEqual([])
  })
})

it('one sign alone is a note and asks for no reason', () => {
  // Facets that share no corner have no volume, and no opening; only what is seen from outside says something.
  const { positions, indices } = syntheticArch({ jaw: 'upper', seed: 2, alignment: 0.5, triangles: 3000 })
  const apart = (facets: Uint32Array): Surface => {
    const middle = (at: number) => {
      const first = at - (at % 9)
      return [0, 3, 6].reduce((sum, corner) => sum + positions[facets[(first + corner) / 3]! * 3 + (at % 3)]!, 0) / 3
    }
    const alone = Float32Array.from({ length: facets.length * 3 }, (_, at) => {
      const value = positions[facets[Math.floor(at / 3)]! * 3 + (at % 3)]!
      return value + 0.02 * (middle(at) - value)
    })
    return { positions: alone, indices: Uint32Array.from(facets, (_, at) => at) }
  }
  const MAYBE = 'note: Its surface may face inwards: its shape does not say so clearly.'
  const perhaps = (surface: Surface) =>
    report(surface)
      .findings.filter(({ code }) => code === 'perhaps_inside_out')
      .map(({ message, severity }) => `${severity}: ${message}`)
  expect(perhaps(apart(turnedOver(indices)))).toEqual([MAYBE])
  expect(said(apart(turnedOver(indices)))).toEqual([])
  expect(perhaps(apart(indices))).toEqual([])
  expect(guessArchAxes(apart(turnedOver(indices)))).toMatchObject({ insideOut: true, insideOutSure: false })
})

describe('distances have one sign, whichever side a surface faces:', () => {
  it.each([
    ['an open scan', asScanned('lower', 4)],
    ['a cast', syntheticArch({ jaw: 'lower', seed: 2, alignment: 0.5, triangles: 3000 })],
  ])('%s', (_, surface) => {
    expect(facingOutwards(surface)).toBe(surface)
    // Specks hang above the scan, the last facets at most.
    const highest = surface.indices
      .subarray(0, -24)
      .reduce((best, vertex) => (surface.positions[vertex * 3 + 2]! > surface.positions[best * 3 + 2]! ? vertex : best))
    const [x, y, z] = surface.positions.subarray(highest * 3, highest * 3 + 3)
    for (const each of [surface, over(surface)])
      expect(new MeasuredSurface(facingOutwards(each)).distance(x!, y!, z! + 0.5, 3)).toBeCloseTo(0.5, 1)
    expect(new MeasuredSurface(over(surface)).distance(x!, y!, z! + 0.5, 3)).toBeLessThan(0)
  })
})
