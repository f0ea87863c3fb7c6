import { formatMoney } from '@archwire/contract/core/money.ts'
import { ruleStatusLabels } from '@archwire/contract/periodic-rules/rules.ts'
import type { PeriodicRule } from '@archwire/contract/periodic-rules/schema.ts'
import { formatDay } from '../../lib/format.ts'
import { Tag } from '../../ui/badges.tsx'

/** A discount is shown negated (`contracts/rule-list`). */
export const signedValue = ({ type, value }: Pick<PeriodicRule, 'type' | 'value'>): string =>
  formatMoney(type === 'Discount' ? -value : value)

/** "From Mon, Jan 4 to Fri, Apr 30"; "Any day" where it has neither. */
export function daysOf({
  applied_from: from,
  applied_to: to,
}: Pick<PeriodicRule, 'applied_from' | 'applied_to'>): string {
  if (from === null && to === null) return 'Any day'
  if (from === null) return `To ${formatDay(to!)}`
  return to === null ? `From ${formatDay(from)}` : `${formatDay(from)} – ${formatDay(to)}`
}

const tones = { active: 'green', to_come: 'blue', ended: undefined, inactive: undefined } as const

/** Where a rule stands today, on the lab's calendar. */
export const RuleState = ({ rule: { status } }: { rule: Pick<PeriodicRule, 'status'> }) => {
  const tone = tones[status]
  return <Tag {...(tone && { tone })}>{ruleStatusLabels[status]}</Tag>
}
