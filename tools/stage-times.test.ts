import { expect, test } from 'vitest'
import { tableOf, type StageTime } from './stage-times.ts'

const stage = (name: string, seconds: number, cpu?: number): StageTime => ({
  name,
  passed: 12,
  failed: 1,
  seconds,
  cpu,
})

test('each stage has its line, the last line sums them', () => {
  expect(tableOf([stage('unit', 43.4, 80), stage('server', 158, 300)], false).split('\n')).toEqual([
    'unit          12 passed    1 failed    43 s     80 CPU s',
    'server        12 passed    1 failed   158 s    300 CPU s',
    'all           24 passed    2 failed   201 s    380 CPU s',
  ])
})

test('a complete run says whether it kept the budget', () => {
  expect(tableOf([stage('unit', 1500)], true)).toContain('Within the budget of 25 minutes.')
  expect(tableOf([stage('unit', 1560)], true)).toContain('Over the budget of 25 minutes by 1.0 minutes.')
})
