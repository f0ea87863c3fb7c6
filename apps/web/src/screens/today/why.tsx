import type { TodayItem } from '@archwire/contract/today/routes.ts'
import { todayLists, type TodayKind } from '@archwire/contract/today/lists.ts'
import { formatDay } from '../../lib/format.ts'
import { Ago } from '../../ui/badges.tsx'
import { workKinds } from '../../features/tech-workflows/kinds.ts'

/** What each number means, below its name. */
export const meanings: Record<TodayKind, string> = {
  to_approve: 'setups that you may approve',
  questions: 'wait for an answer',
  arriving: 'prints on their way to you',
  overdue: 'should have shipped by now',
  late: 'should have shipped by now',
  at_risk: 'ship today or on the next business day, and are not ready',
  stuck: 'the same work for more than three business days',
  unassigned: 'no one has taken the work yet',
  unpaid: 'practices with an invoice that is not paid',
}

/** The kinds that must not wait. */
export const urgent: ReadonlySet<TodayKind> = new Set(['overdue', 'late', 'unpaid'])

/** What work of the lab is at: "Setup: Sculpt". */
const workOf = ({ work, state }: TodayItem): string => (work ? `${workKinds[work].label}: ${state}` : (state ?? ''))

const shipsOn = (day: string, today: string): string => (day === today ? 'ships today' : `ships ${formatDay(day)}`)

/** Why a line waits, and since when or by which day (`today/lines`). */
export function Why({ kind, item, today }: { kind: TodayKind; item: TodayItem; today: string }) {
  const { day, note, since } = item
  const sinceThen = since && (
    <>
      {' '}
      · <Ago at={since} />
    </>
  )
  switch (kind) {
    case 'to_approve':
      return <>Setup sent{sinceThen}</>
    case 'questions':
      return (
        <>
          <span translate="no">{note ?? 'No reason was given'}</span>
          {sinceThen}
        </>
      )
    case 'arriving':
      return <>{day === today ? 'Arrives today' : `Arrives ${day ? formatDay(day) : ''}`}</>
    case 'overdue':
    case 'late':
      return (
        <>
          {workOf(item)}, was to ship {day && formatDay(day)}
        </>
      )
    case 'at_risk':
      return (
        <>
          {workOf(item)}, {day && shipsOn(day, today)}
        </>
      )
    case 'stuck':
    case 'unassigned':
      return (
        <>
          {workOf(item)}
          {sinceThen}
        </>
      )
    case 'unpaid':
      return (
        <>
          {note === 'BLOCKED' ? 'Blocked' : 'Not paid'}
          {day && `, due ${formatDay(day)}`}
        </>
      )
  }
}

/** The list that a number opens. */
export const listOf = (kind: TodayKind, chosen: object) => ({
  to: todayLists[kind].page,
  search: { ...todayLists[kind].search, ...chosen },
})
