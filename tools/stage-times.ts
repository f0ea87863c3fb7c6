/** How many tests of a stage passed and failed. */
export interface Counts {
  passed: number
  failed: number
}

/** What a stage of `npm test` counted, and what it cost. */
export interface StageTime extends Counts {
  name: string
  /** By the wall clock. */
  seconds: number
  /** Processor time, user and system, children included; undefined where the system does not tell. */
  cpu: number | undefined
}

/** Minutes that all stages of `npm test` may take together on an idle machine of two cores. */
export const budgetMinutes = 25

export const sum = (counts: Counts, other: Counts): Counts => ({
  passed: counts.passed + other.passed,
  failed: counts.failed + other.failed,
})

/**
 * The stages as a table, a line each with its counts, seconds and processor seconds, then their sum. `complete`: they
 * are all of `npm test`, so their sum is compared with the budget. A busy machine is slower, so going over it is
 * printed and not a failure.
 */
export function tableOf(times: StageTime[], complete: boolean): string {
  const line = ({ name, passed, failed, seconds, cpu }: StageTime) =>
    `${name.padEnd(10)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s${cpu === undefined ? '' : ` ${cpu.toFixed(0).padStart(6)} CPU s`}`
  const all: StageTime = {
    name: 'all',
    ...times.reduce<Counts>(sum, { passed: 0, failed: 0 }),
    seconds: times.reduce((total, { seconds }) => total + seconds, 0),
    cpu: times.some(({ cpu }) => cpu === undefined) ? undefined : times.reduce((total, { cpu = 0 }) => total + cpu, 0),
  }
  const over = all.seconds / 60 - budgetMinutes
  return [
    ...times.map(line),
    line(all),
    ...(complete
      ? [
          over > 0
            ? `Over the budget of ${budgetMinutes} minutes by ${over.toFixed(1)} minutes.`
            : `Within the budget of ${budgetMinutes} minutes.`,
        ]
      : []),
  ].join('\n')
}
