import { periodicRules } from '@archwire/contract/client/periodic-rules'
import type { PeriodicRule } from '@archwire/contract/periodic-rules/schema.ts'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '../../lib/query.ts'
import { SelectWithHiddenLabel } from '../../ui/form/select-field.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState, ErrorState, PartLoading } from '../../ui/states.tsx'
import styles from './periodic-rules.module.css'
import { daysOf, RuleState, signedValue } from './rule-words.tsx'

const shownOf = [
  { id: 'all', label: 'All rules' },
  { id: 'active', label: 'Switched on' },
] as const
type Shown = (typeof shownOf)[number]['id']

/** The periodic rules of a subscription, those made last first, 25 at a time (`contracts/rule-list`). */
export function RuleList({ contractId, mayAdd = false }: { contractId: number; mayAdd?: boolean }) {
  const [shown, setShown] = useState<Shown>('all')
  const [page, setPage] = useState(1)
  const answer = useQuery({
    ...query(periodicRules.list, {
      query: { contract_id: contractId, page, ...(shown === 'active' && { is_active: 'true' }) } as never,
    }),
    placeholderData: keepPreviousData,
  })
  const rules = answer.data?.periodic_rules
  const last = answer.data?.meta.last_page ?? 1
  return (
    <Section
      title="Periodic rules"
      actions={
        <span className={styles.head}>
          <SelectWithHiddenLabel
            label="Which rules"
            options={shownOf}
            value={shown}
            onChange={(next) => {
              setShown(next ?? 'all')
              setPage(1)
            }}
          />
          {mayAdd && (
            <Link to="/subscriptions/$contractId/periodic-rules/add" params={{ contractId }}>
              Add rule
            </Link>
          )}
        </span>
      }
    >
      {answer.isError && !rules && <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <PartLoading />}
      {rules?.length === 0 && (
        <EmptyState
          title={shown === 'all' ? 'No periodic rules yet.' : 'No rule is switched on.'}
          text="A rule is a charge or a discount on every monthly invoice."
        />
      )}
      {rules && rules.length > 0 && (
        <ul className={styles.rules}>
          {rules.map((rule) => (
            <Row key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      {last > 1 && (
        <div className={styles.pages}>
          <Button variant="default" size="compact-sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="numeric">
            {page} of {last}
          </span>
          <Button variant="default" size="compact-sm" disabled={page >= last} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </Section>
  )
}

const Row = ({ rule }: { rule: PeriodicRule }) => (
  <li>
    <Link
      to="/subscriptions/$contractId/periodic-rules/$id"
      params={{ contractId: rule.contract_id, id: rule.id }}
      className={styles.row}
    >
      <span className={styles.words}>
        <strong>{rule.custom_description}</strong>
        <small>
          {rule.type}. {daysOf(rule)}
        </small>
      </span>
      <RuleState rule={rule} />
      <span className="numeric">{signedValue(rule)}</span>
    </Link>
  </li>
)
