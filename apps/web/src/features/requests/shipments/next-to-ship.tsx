import { customerRequests } from '@archwire/contract/client/customer-requests'
import { patients } from '@archwire/contract/client/patients'
import { counted } from '@archwire/contract/core/counted.ts'
import { addDays, type Day } from '@archwire/contract/core/dates.ts'
import { assignment } from '@archwire/contract/rx-forms/options.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../../lib/format.ts'
import { query } from '../../../lib/query.ts'
import styles from './shipments.module.css'

interface Props {
  today: Day
  next: { day: Day; prints: number } | null
}

const lateCases = { 'filter[late_only]': '1' } as const

/** Where nothing is left to ship today: what ships next, and the cases that are late and have no print yet. */
export function NextToShip({ today, next }: Props) {
  const late = useQuery(query(patients.countsPerStatusOfAll, { query: lateCases })).data?.counts.all ?? 0
  if (!next && late === 0) return null
  return (
    <p className={styles.next}>
      {next && (
        <>
          <Link
            to="/patients-page"
            search={{
              requestTypeStatus: 'printing_request.1,printing_request.2',
              requestAssignments: String(assignment.ownLab),
              'filter[ship_date_between]': `${next.day},${next.day}`,
            }}
          >
            {counted(next.prints, 'print')}
          </Link>{' '}
          {next.prints === 1 ? 'ships' : 'ship'} {dayWords(next.day, today)}.{' '}
        </>
      )}
      {late > 0 && (
        <>
          <Link to="/patients-page" search={lateCases}>
            {counted(late, 'case')}
          </Link>{' '}
          {late === 1 ? 'is' : 'are'} late.
        </>
      )}
    </p>
  )
}

const dayWords = (day: Day, today: Day): string => (day === addDays(today, 1) ? 'tomorrow' : `on ${formatDay(day)}`)

/** Asks when the open print of a case ships that is not among today's; undefined without one in sight. */
export function useShipDay(): (code: string) => Promise<Day | undefined> {
  const client = useQueryClient()
  return async (code) => {
    const [, id] = /^C-(\d{1,9})$/.exec(code) ?? []
    if (id === undefined) return undefined
    const asked = { 'filter[patient_id]': id, 'filter[status_id]': '1' }
    const { customer_requests: found } = await client.fetchQuery(query(customerRequests.list, { query: asked }))
    return found.find(({ ship_date }) => ship_date !== null)?.ship_date ?? undefined
  }
}
