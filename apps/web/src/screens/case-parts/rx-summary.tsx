import {
  archModes,
  assignments,
  exportTypes,
  jaws,
  labelOf,
  scanSubmissions,
} from '@archwire/contract/rx-forms/options.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { Facts } from '../../ui/facts.tsx'
import styles from './case-parts.module.css'

const supplies = ({ boxes, box_size, impression_baggies: baggies }: RxForm): string =>
  [boxes && `${boxes} ${box_size} ${boxes === 1 ? 'box' : 'boxes'}`, baggies && `${baggies} impression baggies`]
    .filter(Boolean)
    .join(', ')

/** What was ordered, in words. */
export const RxSummary = ({ form }: { form: RxForm }) => (
  <>
    {form.special_instructions && <blockquote className={styles.instructions}>{form.special_instructions}</blockquote>}
    <Facts
      columns
      facts={[
        ['Status', <StatusBadge key="status" status={form.status} />],
        ['Submitted', formatInstant(form.created_at)],
        ['Submitted by', form.created_by_user?.name],
        ['Impression', `${form.impression_type_name}, ${formatDay(form.impression_date, true)}`],
        ['Scans', labelOf(scanSubmissions, form.scan_submission_type)],
        ['Scanner', form.scanner_type_name],
        ['Products', form.products_list_names.join(', ')],
        ['Bonding', labelOf(exportTypes, form.export_type)],
        ['Jaws', labelOf(jaws, form.jaws_id)],
        ['Arch mode', labelOf(archModes, form.arch_mode)],
        ['Add-ons', form.addon_options_names.join(', ')],
        ['Root integration', form.root_integration && 'Yes'],
        ['Setup', form.submission_completed_by_name],
        ['Print', labelOf(assignments, form.print_assignment)],
        ['Brackets inserted', labelOf(assignments, form.insert_brackets_assignment)],
        ['Location', form.location?.name],
        ['Ships to', form.shipping_location?.name],
        ['Shipping method', form.shipping_method_label],
        [
          form.export_type === null ? 'Delivery date' : 'Bonding date',
          form.bonding_date && formatDay(form.bonding_date, true),
        ],
        ['Ship date', form.ship_date && formatDay(form.ship_date, true)],
        ['Arrival', form.arrival_date && formatDay(form.arrival_date, true)],
        ['Rush case', form.rush_case && form.rush_case_authorized_by],
        ['Supplies', form.order_more_supplies && supplies(form)],
        ['Ready for approval', form.ready_at && formatInstant(form.ready_at)],
        ['Completed', form.completed_at && formatInstant(form.completed_at)],
      ]}
    />
  </>
)
