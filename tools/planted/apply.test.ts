import { expect, it } from 'vitest'
import { withFault } from './apply.ts'

it('a fault is put in its place; a place that is gone, or there twice, is named', () => {
  expect(withFault('a b', { file: 'x', find: 'b', replace: 'c' })).toBe('a c')
  expect(() => withFault('a b', { file: 'x', find: 'c', replace: '' })).toThrow('x: its place is there 0 times')
  expect(() => withFault('a a', { file: 'x', find: 'a', replace: '' })).toThrow('x: its place is there 2 times')
})
