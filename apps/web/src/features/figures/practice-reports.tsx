import type { DayRange } from '@archwire/contract/dashboard/ranges.ts'
import { invoiceStateLabel, invoiceTitle } from '@archwire/contract/billing/statuses.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { figureLink, type FigureName } from '@archwire/contract/figures/links.ts'
import type { PracticeFigures } from '@archwire/contract/figures/routes.ts'
import { Link } from '@tanstack/react-router'
import { formatMonth } from '../../lib/format.ts'
import { Causes } from './causes.tsx'
import { FigureLink } from './figure-link.tsx'
import { FigureTable, type FigureColumn } from './figure-table.tsx'
import styles from './reports.module.css'
import { hoursText, shareText } from './words.ts'

interface Props {
  figures: PracticeFigures
  range: DayRange
  today: string
}

type Doctor = PracticeFigures['doctors'][number]

/** What a practice sees below its totals: by doctor, corrections by cause, spend. */
export function PracticeReports({ figures, range, today }: Props) {
  const counted = (label: string, name: FigureName, valueOf: (row: Doctor) => number): FigureColumn<Doctor> => ({
    label,
    render: (row) => (
      <FigureLink
        value={valueOf(row)}
        search={
          row.id === null
            ? undefined
            : figureLink(name, range, today, { doctor: { id: row.id, name: row.name }, makers: 'practice' })
        }
        label={`${row.name}, ${label}`}
      />
    ),
  })
  return (
    <>
      <FigureTable
        title="By doctor"
        rowLabel="Doctor"
        renderName={({ name }) => name}
        keyOf={({ id }) => id ?? 0}
        rows={figures.doctors}
        empty="No doctor has a case in this period."
        columns={[
          { ...counted('Submitted', 'submissions', (row) => row.submissions), bar: ({ submissions }) => submissions },
          counted('Approved', 'approved', (row) => row.approvals.approved),
          { label: 'Submission to approval', render: ({ approvals }) => hoursText(approvals.hours_to_approval) },
          { label: 'Ready to approval', render: ({ approvals }) => hoursText(approvals.hours_waited) },
          counted('Right the first time', 'first_round', (row) => row.approvals.first_round),
          { label: 'Share', render: ({ approvals }) => shareText(approvals.first_round, approvals.setups) },
          counted('Shipped', 'shipped', (row) => row.shipped),
          counted('Corrections', 'flawed_trays', (row) => row.flawed_trays),
        ]}
      />
      <Causes causes={figures.causes} range={range} today={today} />
      {figures.spend && <Spend spend={figures.spend} />}
    </>
  )
}

/** What was invoiced, by the month in which the invoices closed; each is named below its sum. */
const Spend = ({ spend }: { spend: NonNullable<PracticeFigures['spend']> }) => (
  <>
    <FigureTable
      title="Spend"
      note="Invoices that closed in this period, with tax and card fee, by month. Refunds are not taken off."
      rowLabel="Month"
      renderName={({ month }) => formatMonth(month)}
      keyOf={({ month }) => month}
      rows={spend.months}
      empty="No invoice closed in this period."
      columns={[
        { label: 'Total', bar: ({ total }) => total, render: ({ total }) => <strong>{formatMoney(total)}</strong> },
        {
          label: 'Invoices',
          render: ({ orders }) => (
            <span className={styles.invoices}>
              {orders.map((order) => (
                <Link key={order.id} to="/orders/$id" params={{ id: order.id }}>
                  {invoiceTitle(order.invoice_id)}, {formatMoney(order.total)}, {invoiceStateLabel(order)}
                </Link>
              ))}
            </span>
          ),
        },
      ]}
    />
    {spend.current && (
      <p className={styles.current}>
        <Link to="/orders/$id" params={{ id: spend.current.id }}>
          Current order
        </Link>{' '}
        as it would close: <strong className="numeric">{formatMoney(spend.current.total)}</strong>
      </p>
    )}
  </>
)
