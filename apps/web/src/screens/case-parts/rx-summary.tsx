import { scanSubmission } from '@archwire/contract/rx-forms/options.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import styles from './case-parts.module.css'
import { summaryItems, suppliesOf } from './summary-items.ts'

/** How the scans reach the lab: the form's options ask for it. */
const scansCome: Record<number, string> = {
  [scanSubmission.upload]: 'STL files',
  [scanSubmission.scanner]: 'From the scanner',
}

/** Fields that are shown combined with others, or by a name that the server adds. */
const together = (form: RxForm) => ({
  location_id: form.location?.name,
  impression_type: `${form.impression_type_name}, ${formatDay(form.impression_date, true)}`,
  scan_submission_type: form.scan_submission_type !== null && scansCome[form.scan_submission_type],
  scanner_type: form.scanner_type_name,
  shipping_location_id: form.shipping_location?.name,
  shipping_method: form.shipping_method_label,
  rush_case: form.rush_case && form.rush_case_authorized_by,
  order_more_supplies: form.order_more_supplies && suppliesOf(form),
})

/** What was ordered, as text. */
export const RxSummary = ({ form }: { form: RxForm }) => (
  <>
    {form.special_instructions && <blockquote className={styles.instructions}>{form.special_instructions}</blockquote>}
    <DescriptionList
      columns
      items={[
        ['Status', <StatusBadge key="status" status={form.status} />],
        ['Submitted', formatInstant(form.created_at)],
        ['Submitted by', form.created_by_user?.name],
        ...summaryItems(form, together(form)),
        ['Ship date', form.ship_date && formatDay(form.ship_date, true)],
        ['Arrival', form.arrival_date && formatDay(form.arrival_date, true)],
        ['Ready for approval', form.ready_at && formatInstant(form.ready_at)],
        ['Completed', form.completed_at && formatInstant(form.completed_at)],
      ]}
    />
  </>
)
