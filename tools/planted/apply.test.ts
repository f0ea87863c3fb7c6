import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { plantedFaults } from '../../apps/server/test/planted/index.ts'
import { withFault } from './apply.ts'

const root = join(import.meta.dirname, '..', '..')

describe('every planted fault still has its place and its test', () => {
  it.each(plantedFaults.map((fault) => [`${fault.finding}: ${fault.name}`, fault] as const))('%s', (_name, fault) => {
    const text = readFileSync(join(root, fault.file), 'utf8')
    expect(withFault(text, fault)).not.toBe(text)
    expect(readFileSync(join(root, fault.test.file), 'utf8').length).toBeGreaterThan(0)
  })

  it('the findings that must not come back are among them', () => {
    const findings = new Set(plantedFaults.map(({ finding }) => finding))
    for (const finding of [
      'endless-loop',
      'account-takeover',
      'storage-links',
      'password-tries',
      'unparsed-report',
      'lost-triangles',
      'bursts',
      'schedules',
      'frozen-connection',
      'lost-jobs',
    ])
      expect(findings).toContain(finding)
    expect(plantedFaults.filter(({ finding }) => finding === 'tenancy').length).toBeGreaterThanOrEqual(5)
  })
})

it('a place that is gone, or there twice, is said', () => {
  expect(() => withFault('a b', { file: 'x', find: 'c', replace: '' })).toThrow('x: its place is there 0 times')
  expect(() => withFault('a a', { file: 'x', find: 'a', replace: '' })).toThrow('x: its place is there 2 times')
})
