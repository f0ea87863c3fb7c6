import { expect, it } from 'vitest'
import { compare, readReports, scoreOf, type MutationReport } from './report.ts'

const at = (line: number, start: number, end: number) => ({
  start: { line, column: start },
  end: { line, column: end },
})
const source = ['const a =', '  one && two', 'const b = (', '  three', ')'].join('\n')
const mutant = (status: string, location = at(2, 3, 6), replacement = 'true') => ({
  mutatorName: 'ConditionalExpression',
  replacement,
  status,
  location,
})
const report = (...mutants: ReturnType<typeof mutant>[]): MutationReport => ({ files: { 'a.ts': { source, mutants } } })

it('counts what tests noticed, a loop without end included, and what none did; what does not run is neither', () => {
  const read = readReports([
    report(
      ...['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'RuntimeError'].map((status) =>
        mutant(status),
      ),
    ),
    { files: { '0.ts': { source, mutants: [mutant('Killed')] } } },
  ])
  expect(read.scores).toEqual([
    { file: '0.ts', killed: 1, lived: 0 },
    { file: 'a.ts', killed: 2, lived: 2 },
  ])
  expect(scoreOf(read.scores)).toBe(60)
  expect(scoreOf([])).toBe(100)
})

it('names a mutant by its line and what becomes of it, over several lines too', () => {
  const several = { start: { line: 3, column: 11 }, end: { line: 5, column: 2 } }
  const { living } = readReports([report(mutant('Survived'), mutant('Survived', several, '{\n}'))])
  expect(living).toEqual([
    { file: 'a.ts', line: 'one && two', becomes: 'true && two' },
    { file: 'a.ts', line: 'const b = (', becomes: 'const b = { }' },
  ])
})

it('finds who lives and is not listed, and who is listed and does not live, in the files that were mutated', () => {
  const lives = (becomes: string) => ({ file: 'a.ts', line: 'one && two', becomes })
  const listed = [
    { file: 'a.ts', line: 'one && two', becomes: ['true && two', 'one'], reason: 'the same' },
    { file: 'b.ts', line: 'x', becomes: ['y'], reason: 'not mutated this time' },
  ]
  expect(compare({ living: [lives('true && two'), lives('two')], slow: [] }, ['a.ts'], listed)).toEqual({
    unlisted: [lives('two')],
    gone: [lives('one')],
  })
  expect(
    compare({ living: [lives('true && two'), lives('true && two')], slow: [] }, ['a.ts'], listed).unlisted,
  ).toEqual([lives('true && two')])
  expect(compare({ living: [lives('true && two')], slow: [lives('one'), lives('two')] }, ['a.ts'], listed)).toEqual({
    unlisted: [],
    gone: [],
  })
})
