import { rxFormEntries, type RxFormField, type RxFormName } from '@archwire/contract/rx-forms/fields.ts'
import { labelOf, labelsOf } from '@archwire/contract/rx-forms/options.ts'
import type { RxForm } from '@archwire/contract/rx-forms/schema.ts'
import type { ReactNode } from 'react'
import { formatDay, formatInstant } from '../../lib/format.ts'
import { StatusBadge } from '../../ui/badges.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import styles from './case-parts.module.css'

const supplies = ({ boxes, box_size, impression_baggies: baggies }: RxForm): string =>
  [boxes && `${boxes} ${box_size} ${boxes === 1 ? 'box' : 'boxes'}`, baggies && `${baggies} impression baggies`]
    .filter(Boolean)
    .join(', ')

/** Fields that are shown combined with others, or by a name that the server adds. */
const together: Partial<Record<RxFormName, (form: RxForm) => string | false>> = {
  location_id: ({ location }) => location?.name ?? '',
  impression_type: (form) => `${form.impression_type_name}, ${formatDay(form.impression_date, true)}`,
  scanner_type: (form) => form.scanner_type_name,
  shipping_location_id: (form) => form.shipping_location?.name ?? '',
  shipping_method: (form) => form.shipping_method_label,
  rush_case: (form) => form.rush_case && form.rush_case_authorized_by,
  order_more_supplies: (form) => form.order_more_supplies && supplies(form),
}

/** A single field, as text. */
function words(field: RxFormField, value: unknown): string {
  if (field.kind === 'choice') return labelOf(field.options, value as string | number | null)
  if (field.kind === 'flags') return labelsOf(field.options, value as number).join(', ')
  if (field.kind === 'toggle') return value ? 'Yes' : ''
  if (field.kind === 'day') return value ? formatDay(value as string, true) : ''
  return typeof value === 'string' ? value : ''
}

function chosen(form: RxForm): [string, ReactNode][] {
  return rxFormEntries.flatMap(([name, field]): [string, ReactNode][] => {
    if (field.summary === undefined) return []
    const label = name === 'bonding_date' && form.export_type !== null ? 'Bonding date' : field.summary
    return [[label, together[name]?.(form) ?? words(field, form[name as keyof RxForm])]]
  })
}

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
        ...chosen(form),
        ['Ship date', form.ship_date && formatDay(form.ship_date, true)],
        ['Arrival', form.arrival_date && formatDay(form.arrival_date, true)],
        ['Ready for approval', form.ready_at && formatInstant(form.ready_at)],
        ['Completed', form.completed_at && formatInstant(form.completed_at)],
      ]}
    />
  </>
)
