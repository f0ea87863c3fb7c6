import { patients } from '@archwire/contract/client/patients'
import { waitingLists, type WaitingKind } from '@archwire/contract/patients/waiting.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { caseNumberOf } from '../case/case-number.ts'
import { useCasePage } from '../case/case-page.ts'
import { formatDay } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import styles from './waiting.module.css'

/** How many cases a card names. */
export const named = 4

interface Props {
  kind: WaitingKind
  label: string
  /** The keys of the lab's filter of organizations. */
  chosen: object
  count: number
}

/** The first cases of a card, those that ship first (`organizations/waiting`). Their number is that of the card. */
export function WaitingCases({ kind, label, chosen, count }: Props) {
  const pageOf = useCasePage()
  const { data } = useQuery({
    ...query(patients.list, {
      query: { ...waitingLists[kind], ...chosen, orderBy: 'ship_date', order: 'asc', perPage: named },
    }),
    placeholderData: keepPreviousData,
    enabled: count > 0,
  })
  if (count === 0 || !data || data.patients.length === 0) return null
  return (
    <ul className={styles.cases} aria-label={`First of: ${label}`}>
      {data.patients.map((row) => (
        <li key={row.id}>
          <Link {...pageOf(row.id)} translate="no" title={`${row.formatted_name}, ${caseNumberOf(row)}`}>
            {row.formatted_name}
          </Link>
          <span className="numeric">{row.ship_date ? formatDay(row.ship_date) : caseNumberOf(row)}</span>
        </li>
      ))}
    </ul>
  )
}
