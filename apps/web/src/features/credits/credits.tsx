import { credits as calls } from '@archwire/contract/client/credits'
import type { Credits as CreditsShown } from '@archwire/contract/credits/schema.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'
import { SetCredit } from './set-credit.tsx'
import styles from './credits.module.css'

/**
 * A practice's credit: what is left, until when, and which invoices used it (`credits/balance`). With `quiet` nothing is
 * shown where there never was one.
 */
export function Credits({ organizationId, quiet = false }: { organizationId: number; quiet?: boolean }) {
  const answer = useQuery(query(calls.get, { params: { id: organizationId } }))
  const [asked, setAsked] = useState(false)
  const credits = answer.data?.credits
  if (quiet && (!credits || credits.version === 0)) return null
  return (
    <Section
      title="Credit"
      actions={
        credits?.can.set && (
          <ActionButton variant="default" why={undefined} onClick={() => setAsked(true)}>
            Set credit
          </ActionButton>
        )
      }
    >
      {answer.isError && !credits && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <PartLoading />}
      {credits && (credits.version === 0 ? <EmptyState title="No credit." /> : <Balance credits={credits} />)}
      {asked && credits && (
        <SetCredit organizationId={organizationId} credits={credits} onClose={() => setAsked(false)} />
      )}
    </Section>
  )
}

const stateWords = {
  none: '',
  not_yet: 'Not in force yet',
  in_force: 'In force',
  expired: 'Expired',
} as const

function Balance({ credits }: { credits: CreditsShown }) {
  const { value, given, valid_from, valid_to, state, created_at, created_by, uses } = credits
  const items: [string, string][] = [
    ['Left', formatMoney(value)],
    ['Given', formatMoney(given)],
    ['State', stateWords[state]],
    ['From', valid_from ? formatDay(valid_from) : 'Any day'],
    ['To', valid_to ? formatDay(valid_to) : 'No end'],
    ...(created_by && created_at
      ? [['Set by', `${created_by.full_name}, ${formatInstant(created_at)}`] as [string, string]]
      : []),
  ]
  return (
    <>
      <DescriptionList columns items={items} />
      {uses.length > 0 && (
        <ul className={styles.uses} aria-label="Used on">
          {uses.map((use) => (
            <li key={use.order_id}>
              <Link to="/orders/$id" params={{ id: use.order_id }}>
                Invoice {use.invoice_id}
              </Link>
              <span>{formatDay(use.closing_day)}</span>
              <span className="numeric">{formatMoney(use.value)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
