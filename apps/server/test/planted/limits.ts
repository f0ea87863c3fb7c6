import type { PlantedFault } from './fault.ts'

/** Values, loops, locks, bursts, decisions. */
export const limits: PlantedFault[] = [
  {
    name: 'days of any year are taken',
    finding: 'F1',
    file: 'packages/contract/src/core/dates.ts',
    find: ' || text < firstDay || text > lastDay',
    replace: '',
    test: { project: 'unit', file: 'packages/contract/src/bounds.test.ts', name: 'GET /misc/next-business-date' },
  },
  {
    name: 'the search for a business day has no ceiling, and years are cut',
    finding: 'F1',
    file: 'packages/contract/src/core/dates.ts',
    find: 'if (!/^\\d{4}-/.test(text)) throw new RangeError(`${text} lies outside the calendar`)',
    replace: '',
    test: { project: 'unit', file: 'packages/contract/src/core/core.test.ts', name: 'writes no day that is none' },
  },
  {
    name: 'nobody watches the event loop',
    finding: 'F1',
    file: 'apps/server/src/watchdog/thread.ts',
    find: "process.kill(process.pid, 'SIGKILL')",
    replace: 'await sleep(3_600_000)',
    test: {
      project: 'faults',
      file: 'apps/server/test/faults/endless-loop.test.ts',
      name: 'an endless loop under load',
    },
  },
  {
    name: 'keys of what was sent are looked up in a plain object',
    finding: 'F6',
    file: 'apps/server/src/http/errors.ts',
    find: 'Object.create(null) as Record<string, string[]>',
    replace: '{} as Record<string, string[]>',
    test: { project: 'generated', file: 'apps/server/test/generated/extremes.test.ts', name: 'key' },
  },
  {
    name: 'a driver’s message reaches the log',
    finding: 'F6',
    file: 'apps/server/src/kernel/error-line.ts',
    find: "message: quotes(error) ? '' : error.message.slice(0, 500)",
    replace: 'message: error.message.slice(0, 500)',
    test: {
      project: 'unit',
      file: 'apps/server/src/kernel/error-line.unit.test.ts',
      name: 'keeps nothing that was sent',
    },
  },
  {
    name: 'a write takes a connection whoever else waits',
    finding: 'B5',
    file: 'apps/server/src/http/serve.ts',
    find: 'const done = await serving.writes.take(actor ? placeOf(actor) : request.ip)',
    replace: 'const done = () => {}',
    test: { project: 'server', file: 'apps/server/test/fairness.test.ts', name: 'a case that somebody holds' },
  },
  {
    name: 'calls under way are not counted',
    finding: 'B5',
    file: 'apps/server/src/http/rate-limits.ts',
    find: "if (count > max * factor) throw new TooMany(1, 'Too much at once. Please wait a moment and try again.')",
    replace: '',
    test: { project: 'server', file: 'apps/server/test/fairness.test.ts', name: '600 writes at once' },
  },
  {
    name: 'a connection on which no answer comes is kept',
    finding: 'O2',
    file: 'apps/server/src/db/prepared.ts',
    find: 'setTimeout(() => this.#waits && this.cut(), patienceMs)',
    replace: 'setTimeout(() => {}, patienceMs)',
    test: {
      project: 'faults',
      file: 'apps/server/test/faults/frozen-connections.test.ts',
      name: 'all is well within a minute',
    },
  },
  {
    name: 'an approval names nothing',
    finding: 'F13',
    file: 'apps/server/src/modules/cases/seen.ts',
    find: 'if (sent === undefined || sent === present) return',
    replace: 'return',
    test: { project: 'server', file: 'apps/server/test/seen.test.ts', name: 'is the one that is approved' },
  },
]
