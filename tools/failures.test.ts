import { expect, test } from 'vitest'
import { failuresOfPlaywright, failuresOfVitest, shownFailures } from './failures.ts'

test('of a report of vitest, what failed is named with file and first lines; a file that did not load as well', () => {
  const failures = failuresOfVitest(
    {
      testResults: [
        {
          name: '/house/a.test.ts',
          assertionResults: [
            { status: 'passed', fullName: 'fine', ancestorTitles: [], title: 'fine', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'sum adds',
              ancestorTitles: ['sum'],
              title: 'adds',
              failureMessages: ['\u001B[31mexpected 1\u001B[39m\nto be 2'],
            },
          ],
        },
        { name: '/house/b.test.ts', message: 'Cannot find module', assertionResults: [] },
        { name: '/house/c.test.ts', message: '', assertionResults: [] },
      ],
    },
    '/house',
  )
  expect(failures).toEqual([
    { test: 'a.test.ts › sum adds', message: 'expected 1\nto be 2', file: 'a.test.ts', name: 'sum > adds' },
    { test: 'b.test.ts', message: 'Cannot find module', file: 'b.test.ts', name: null },
  ])
  expect(shownFailures(failures)).toBe(
    'FAILED a.test.ts › sum adds\n  expected 1\n  to be 2\n\nFAILED b.test.ts\n  Cannot find module',
  )
})

test('of a report of Playwright, suites within suites are read, and what passed only again is named', () => {
  const spec = (title: string, status: string, message: string) => ({
    title,
    tests: [{ status, results: [{ errors: [{ message }] }, {}] }],
  })
  expect(
    failuresOfPlaywright({
      suites: [
        {
          file: 'x.spec.ts',
          specs: [spec('works', 'expected', '')],
          suites: [
            { file: 'x.spec.ts', specs: [spec('waits', 'flaky', 'late'), spec('breaks', 'unexpected', 'gone')] },
          ],
        },
      ],
    }),
  ).toEqual([
    { test: 'x.spec.ts › waits (passed when tried again)', message: 'late', file: 'x.spec.ts', name: 'waits' },
    { test: 'x.spec.ts › breaks', message: 'gone', file: 'x.spec.ts', name: 'breaks' },
  ])
})

test('many failures are cut', () => {
  const shown = shownFailures(Array.from({ length: 30 }, (_, at) => ({ test: `t${at}`, message: 'm' })))
  expect(shown.endsWith('\n\n… and 5 more')).toBe(true)
})
