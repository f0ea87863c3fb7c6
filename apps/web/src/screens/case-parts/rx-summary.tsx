import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import styles from './case-parts.module.css'
import { isFact, shownTogether, summaryItems } from './summary-items.ts'

interface Props {
  form: RxForm
  /** A print of it was requested, which may ship elsewhere or at another time by now. */
  printed: boolean
  /** What is made stands elsewhere on the page. */
  withoutFacts?: boolean
}

/** What was ordered, as text; the special instructions head the page. */
export const RxSummary = ({ form, printed, withoutFacts = false }: Props) => (
  <>
    <DescriptionList
      columns
      items={[
        ['Status', <StatusBadge key="status" status={form.status} />],
        ['Submitted', formatInstant(form.created_at)],
        ['Submitted by', form.created_by_user?.name],
        ...summaryItems(form, shownTogether(form), (name) => !withoutFacts || !isFact(name)),
        ['Ship date', !form.cancelled_at && form.ship_date && formatDay(form.ship_date, true)],
        ['Arrival', !form.cancelled_at && form.arrival_date && formatDay(form.arrival_date, true)],
        ['Ready for approval', form.ready_at && formatInstant(form.ready_at)],
        ['Completed', form.completed_at && formatInstant(form.completed_at)],
      ]}
    />
    {printed && form.shipping_method && (
      <p className={styles.asked}>Delivery is shown as it was asked for. How a print ships is said under Requests.</p>
    )}
  </>
)
