import { corrections, planCorrections } from './corrections.ts'
import { fromManyOn, planCases, type CasePlan } from './plan.ts'

/**
 * What is made of a demo of `count` cases, in the order of their submission: from 100 cases on, some of them have trays
 * that do not fit.
 */
export function planDemo(asked: Parameters<typeof planCases>[0]): CasePlan[] {
  if (asked.count < fromManyOn) return planCases(asked)
  const flawed = planCorrections(asked.present, asked.zone)
  return [...planCases({ ...asked, count: asked.count - corrections }), ...flawed].toSorted(
    (a, b) => a.submitted.getTime() - b.submitted.getTime(),
  )
}
