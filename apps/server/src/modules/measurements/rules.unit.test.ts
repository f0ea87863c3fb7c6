import type { NewMeasurement } from '@archwire/contract/measurements/routes.ts'
import { expect, it } from 'vitest'
import { measuredPlace } from './rules.ts'

const scan_kind = 'setup' as const
const width = (jaw?: 'upper' | 'lower'): NewMeasurement => ({
  kind: 'arch_width',
  scan_kind,
  place: 'canines',
  ...(jaw && { jaw }),
  points: [],
})
const tooth = (place: number): NewMeasurement => ({ kind: 'tooth_size', scan_kind, place, points: [] })

it('the file says which arch it is; where it shows both, people do', () => {
  expect(measuredPlace(width(), [1])).toMatchObject({ jaw: 'upper', place: 'canines', archPlace: 'canines' })
  expect(measuredPlace(width(), [2, 3]).jaw).toBe('lower')
  expect(measuredPlace(width('lower'), [3]).jaw).toBe('lower')
  expect(() => measuredPlace(width(), [3])).toThrow('Choose the arch')
  expect(() => measuredPlace(width('lower'), [1])).toThrow('on the upper arch')
  expect(() => measuredPlace(width('lower'), [1, 2])).toThrow('within one arch')
})

it('a tooth belongs to its arch', () => {
  expect(measuredPlace(tooth(16), [1])).toMatchObject({ jaw: 'upper', place: 16, tooth: 16, archPlace: null })
  expect(measuredPlace(tooth(17), [2]).jaw).toBe('lower')
  expect(measuredPlace(tooth(17), [3]).jaw).toBe('lower')
  expect(() => measuredPlace(tooth(17), [1])).toThrow('lower arch')
  expect(() => measuredPlace(tooth(16), [1, 2])).toThrow('upper arch')
})

it('distances and angles have no place', () => {
  expect(measuredPlace({ kind: 'distance', scan_kind, points: [] }, [1, 2])).toMatchObject({ jaw: null, place: null })
})
