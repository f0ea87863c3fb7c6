import { stripVTControlCharacters } from 'node:util'

/** One failed test: its file and full name, the first lines of its error, and what is needed to run it alone. */
export interface Failure {
  test: string
  message: string
  /** Path from the root of the checkout (Vitest) or from the folder of the journeys (Playwright). */
  file: string
  /** The test's full name as the runner's filter matches it; null for a file that could not be loaded. */
  name: string | null
}

interface VitestReport {
  testResults: {
    name: string
    message?: string
    assertionResults: {
      status: string
      fullName: string
      ancestorTitles: string[]
      title: string
      failureMessages?: string[] | null
    }[]
  }[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    tests: { status: string; results: { errors?: { message?: string }[] }[] }[]
  }[]
}

// A report of several hundred failures says no more than its first ones.
const lines = 14
const listed = 25

/** Without colors, and short: the whole of it is where the test ran, further up. */
const short = (message: string) => stripVTControlCharacters(message).split('\n').slice(0, lines).join('\n')

/** What failed in a report that vitest wrote as JSON; a file that could not be loaded counts as one. */
export function failuresOfVitest({ testResults }: VitestReport, root: string): Failure[] {
  return testResults.flatMap(({ name, message, assertionResults }): Failure[] => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ test: file, message: short(message), file, name: null }]
    return failed.map(({ fullName, ancestorTitles, title, failureMessages }) => ({
      test: `${file} › ${fullName}`,
      message: short(failureMessages?.join('\n') ?? ''),
      file,
      // The filter joins the titles in another way than the report.
      name: [...ancestorTitles.filter(Boolean), title].join(' > '),
    }))
  })
}

/** What failed, or passed only the second time, in a report that Playwright wrote as JSON. */
export function failuresOfPlaywright({ suites }: { suites: PlaywrightSuite[] }): Failure[] {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => ({
          test: `${file} › ${title}${status === 'flaky' ? ' (passed when tried again)' : ''}`,
          message: short(results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)).join('\n')),
          file,
          name: title,
        })),
    ),
    ...failuresOfPlaywright({ suites: inner }),
  ])
}

/** The failures as the end of a log shows them, each under a heading word such as FAILED. */
export const shownFailures = (failures: Pick<Failure, 'test' | 'message'>[], heading = 'FAILED') =>
  [
    ...failures.slice(0, listed).map(({ test, message }) => `${heading} ${test}\n${message.replaceAll(/^/gm, '  ')}`),
    ...(failures.length > listed ? [`… and ${failures.length - listed} more`] : []),
  ].join('\n\n')
