/**
 * Mutants that no test kills, and why that is right. An unlisted survivor fails the command, as does a listed one that
 * is now killed: a change to one of these lines needs a new reason, or a test.
 */
export interface Survivors {
  file: string
  /** The line of the file, without its indentation, in which the mutants begin. */
  line: string
  /** The replacement, with whitespace collapsed. */
  becomes: string[]
  reason: string
}

const calendar = 'apps/server/src/modules/calendar/rules.ts'
const dashboard = 'apps/server/src/modules/dashboard/rules.ts'
const steps = 'apps/server/src/modules/work/rules.ts'
const dates = 'packages/contract/src/core/dates.ts'
const keptSessions = 'apps/server/src/modules/auth/session-cache.ts'
const attempts = 'apps/server/src/modules/auth/attempts.ts'

export const survivors: Survivors[] = [
  {
    file: calendar,
    line: 'if (!days) {',
    becomes: ['if (true) {'],
    reason: 'Performance only: without its memory the calendar reckons a year anew for every day.',
  },
  {
    file: calendar,
    line: 'holidays.set(year, days)',
    becomes: [';'],
    reason: 'Performance only, as above.',
  },
  {
    file: calendar,
    line: 'federalHolidays.allForYear(holidayYear, { shiftSaturdayHolidays: true, shiftSundayHolidays: true }),',
    becomes: ['federalHolidays.allForYear(holidayYear, {}),'],
    reason:
      'Equivalent: both are the library’s own defaults; said, so that another default of a later release changes nothing.',
  },
  {
    file: calendar,
    line: 'list',
    becomes: ['list'],
    reason: 'Equivalent with this release of the library, which does not list Inauguration Day; others do.',
  },
  {
    file: calendar,
    line: ".map((part) => part.padStart(2, '0'))",
    becomes: ['.map((part) => part.padStart(2, ""))'],
    reason: 'Equivalent with this release of the library, which writes two digits; releases before wrote one.',
  },
  {
    file: calendar,
    line: 'for (let found = 0, walked = 0; found < wanted; walked += 1) {',
    becomes: ['for (let found = 0, walked = 0; found < wanted; walked -= 1) {'],
    reason:
      'The last resort against a loop without end (`safety/ends`): with whole counts and real days it is never reached.',
  },
  {
    file: calendar,
    line: 'if (walked > wanted * 2 + 14) throw new RangeError(`no ${count} business days after ${day}`)',
    becomes: [
      'if (false) throw new RangeError(`no ${count} business days after ${day}`)',
      'if (walked >= wanted * 2 + 14) throw new RangeError(`no ${count} business days after ${day}`)',
      'if (walked > wanted * 2 + 14) throw new RangeError(``)',
    ],
    reason: 'The same last resort: its bound is generous on purpose, and nobody but a log reads its words.',
  },
  {
    file: 'apps/server/src/modules/case-core/rules.ts',
    line: "facts.status === 'new' || facts.status === 'in_progress'",
    becomes: ["false || facts.status === 'in_progress'", `facts.status === "" || facts.status === 'in_progress'`],
    reason:
      'Not settled: a setup belongs to a case In Progress, and we take one while it is New, too (`cases/setup`); a test would freeze either.',
  },
  {
    file: dashboard,
    line: 'const to = range.to === null || range.to > today ? today : range.to',
    becomes: ['const to = range.to === null || range.to >= today ? today : range.to'],
    reason: 'Equivalent: where both are the same day it does not matter which is taken.',
  },
  {
    file: dashboard,
    line: 'const begin = earliest !== null && earliest < to ? earliest : to',
    becomes: [
      'const begin = true && earliest < to ? earliest : to',
      'const begin = earliest !== null && earliest <= to ? earliest : to',
    ],
    reason:
      'Equivalent: null is less than no day, and of two days that are the same it does not matter which is taken.',
  },
  {
    file: dashboard,
    line: 'return { from: range.from < oldest && range.from < begin ? (begin < oldest ? begin : oldest) : range.from, to }',
    becomes: [
      'return { from: range.from <= oldest && range.from < begin ? (begin < oldest ? begin : oldest) : range.from, to }',
      'return { from: range.from < oldest && range.from <= begin ? (begin < oldest ? begin : oldest) : range.from, to }',
      'return { from: range.from < oldest && range.from < begin ? (begin <= oldest ? begin : oldest) : range.from, to }',
    ],
    reason: 'Equivalent: of two days that are the same it does not matter which is taken.',
  },
  {
    file: dashboard,
    line: 'buckets.push({ day, first: day < from ? from : day, last: last > to ? to : last })',
    becomes: [
      'buckets.push({ day, first: day <= from ? from : day, last: last > to ? to : last })',
      'buckets.push({ day, first: day < from ? from : day, last: last >= to ? to : last })',
    ],
    reason: 'Equivalent: of two days that are the same it does not matter which is taken.',
  },
  {
    file: steps,
    line: 'else if (start !== null && end !== null && start! >= end!) wrong(index, `Process ${number} - ST must be before ET`)',
    becomes: [
      'else if (true && end !== null && start! >= end!) wrong(index, `Process ${number} - ST must be before ET`)',
    ],
    reason: 'Equivalent: a finish without a start was refused in the branch before; the check is the compiler’s.',
  },
  {
    file: steps,
    line: 'if ([start, end].some((time) => time !== null && time! > context.now.getTime() + 60_000))',
    becomes: ['if ([start, end].some((time) => true && time! > context.now.getTime() + 60_000))'],
    reason: 'Equivalent: null, read as 0, lies before any clock; the check is the compiler’s.',
  },
  {
    file: 'packages/contract/src/rx-forms/rules.ts',
    line: 'form.bonding_date !== null &&',
    becomes: ['true &&'],
    reason: 'Equivalent: null is neither before nor after a day; the check is the compiler’s.',
  },
  {
    file: 'packages/contract/src/rx-forms/rules.ts',
    line: "text.split(' ').every((word) => /^[^\\p{L}\\p{N}]*$|^[^\\p{L}\\p{N}]*[\\p{Lu}\\p{Lt}\\p{Lo}\\p{N}]/u.test(word))",
    becomes: [
      "text.split(' ').every((word) => /^[^\\p{L}\\P{N}]*$|^[^\\p{L}\\p{N}]*[\\p{Lu}\\p{Lt}\\p{Lo}\\p{N}]/u.test(word))",
    ],
    reason:
      'Not settled: we take a word of signs alone for part of a name, `cases/name` does not say; a test would freeze it.',
  },
  {
    file: dates,
    line: 'if (!format) {',
    becomes: ['if (true) {'],
    reason: 'Performance only: a formatter is costly to make, and each zone needs one.',
  },
  {
    file: dates,
    line: 'formatters.set(zone, format)',
    becomes: [';'],
    reason: 'Performance only, as above.',
  },
  {
    file: dates,
    line: 'if (!/^\\d{4}-\\d{2}-\\d{2}$/.test(text) || text < firstDay || text > lastDay) return false',
    becomes: [
      'if (!/\\d{4}-\\d{2}-\\d{2}$/.test(text) || text < firstDay || text > lastDay) return false',
      'if (!/^\\d{4}-\\d{2}-\\d{2}/.test(text) || text < firstDay || text > lastDay) return false',
    ],
    reason: 'Equivalent: what is longer than a day is no date, or is not written back as it came.',
  },
  {
    file: keptSessions,
    line: 'if (until > performance.now() && kept.size <= mostKept) break',
    becomes: [
      'if (true && kept.size <= mostKept) break',
      'if (until >= performance.now() && kept.size <= mostKept) break',
    ],
    reason: 'Memory only: what has run out is not used, but stays until ten thousand are kept.',
  },
  {
    file: 'apps/server/src/http/idempotency.ts',
    line: "const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])",
    becomes: ['const sealed = Buffer.concat([cipher.update(text, ""), cipher.final()])'],
    reason: 'Equivalent: UTF-8 is what a text is read as when nothing is said.',
  },
  {
    file: attempts,
    line: 'const oldest = found.rows[0]?.oldest?.getTime() ?? at.getTime()',
    becomes: [
      'const oldest = found.rows[0].oldest?.getTime() ?? at.getTime()',
      'const oldest = found.rows[0]?.oldest.getTime() ?? at.getTime()',
    ],
    reason:
      'An aggregate always has its row; that its tries were given back between the two statements no test brings about.',
  },
  {
    file: attempts,
    line: 'if (keys.length === 0) return',
    becomes: ['if (false) return'],
    reason: 'Performance only: a statement that finds no row.',
  },
]
