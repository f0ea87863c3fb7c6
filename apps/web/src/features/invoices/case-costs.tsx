import type { CaseCharge } from '@archwire/contract/billing/schema.ts'
import { invoiceStatuses, invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { caseCharges } from '@archwire/contract/client/case-charges'
import { formatMoney } from '@archwire/contract/core/money.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '../../lib/query.ts'
import { useSession } from '../../lib/session.tsx'
import { StatusBadge } from '../../ui/badges.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { AddCharge } from './add-case-charge.tsx'
import styles from './case-costs.module.css'
import { LineFacts } from './line-facts.tsx'
import { readsInvoices } from './reads-invoices.ts'
import { RemoveCharge } from './remove-case-charge.tsx'

/** What a case costs, for people who read the invoices of its practice; fetched when it is opened (`billing/case-costs`). */
export function CaseCosts({ patient }: { patient: Pick<Patient, 'id' | 'organization_id'> }) {
  const { me } = useSession()
  const [opened, setOpened] = useState(false)
  if (!readsInvoices(me, patient.organization_id)) return null
  return (
    <section className={styles.whole} aria-label="Cost">
      <details className={styles.cost} onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
        <summary>What this case costs</summary>
        {opened && <Costs patientId={patient.id} />}
      </details>
    </section>
  )
}

function Costs({ patientId }: { patientId: number }) {
  const { data, error, refetch } = useQuery(query(caseCharges.list, { params: { id: patientId } }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <p>Loading the cost…</p>
  const { charges, total, can_add } = data
  return (
    <>
      {charges.length === 0 ? (
        <p>Nothing has been charged for this case yet.</p>
      ) : (
        <ul className={styles.rows} aria-label="Charges">
          {charges.map((charge) => (
            <Row key={charge.id} patientId={patientId} charge={charge} />
          ))}
        </ul>
      )}
      {charges.length > 0 && (
        <p className={styles.total}>
          <span>Total</span>
          <strong className="numeric">{formatMoney(total)}</strong>
        </p>
      )}
      <p className={styles.note}>Excludes monthly fee, volume discount, tax and card fee.</p>
      {can_add && <AddCharge patientId={patientId} />}
    </>
  )
}

/** Why a row costs nothing any more. */
const voidedWords: Record<NonNullable<CaseCharge['voided']>, string> = {
  canceled: 'Not charged: canceled',
  changed: 'Not charged: replaced after a change',
  removed: 'Not charged: removed',
}

function Row({ patientId, charge }: { patientId: number; charge: CaseCharge }) {
  const { label, details, value, voided } = charge
  const Words = voided === null ? 'span' : 's'
  return (
    <li data-voided={voided !== null}>
      <div className={styles.line}>
        <Words translate="no">{label}</Words>
        <Words className="numeric">{formatMoney(value)}</Words>
      </div>
      {details !== '' && <small>{details}</small>}
      <div className={styles.where}>
        <Where charge={charge} />
        {charge.can_remove && <RemoveCharge patientId={patientId} charge={charge} />}
      </div>
      <MadeOf charge={charge} />
    </li>
  )
}

/** The invoice that a row is on, or why it is on none. */
function Where({ charge: { order, voided } }: { charge: CaseCharge }) {
  if (voided !== null) return <span>{voidedWords[voided]}</span>
  if (order === null) return <span>Not on a closed invoice yet</span>
  return (
    <>
      <Link to="/orders/$id" params={{ id: order.id }}>
        {invoiceTitle(order.invoice_id)}
      </Link>
      <StatusBadge status={invoiceStatuses[order.fm_invoice_status]} />
    </>
  )
}

/** What a row is made of (`billing/line-reasons`). */
const MadeOf = ({ charge: { label, day, made_of } }: { charge: CaseCharge }) => (
  <details className={styles.madeOf}>
    <summary aria-label={`What ${label} is made of`}>What it is made of</summary>
    <LineFacts line={{ madeOf: made_of, day }} />
  </details>
)
