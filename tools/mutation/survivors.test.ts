import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { survivors } from './survivors.ts'

it('every survivor that has a reason still has its line', () => {
  const gone = survivors.filter(
    ({ file, line }) => !readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8').includes(line),
  )
  expect(gone.map(({ file, line }) => `${file}: ${line}`)).toEqual([])
})
