import { counted } from '@archwire/contract/core/counted.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { isBiteScan } from '@archwire/contract/rx-forms/fields.ts'
import { assignment, assignments, labelOf, scanSubmission } from '@archwire/contract/rx-forms/options.ts'
import { visibleFields } from '@archwire/contract/rx-forms/rules.ts'
import { chartRows, chartTitle, settleTeeth } from '@archwire/contract/rx-forms/tooth-chart.ts'
import { isUsable, useQueuePart } from '../../features/files/index.ts'
import { formatDay } from '../../lib/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { summaryItems, suppliesOf } from '../case-parts/summary-items.ts'
import { useCaseForm } from './case-form.ts'
import { useDeliveryTerms } from './delivery-date.tsx'
import styles from './start-case.module.css'

/** "2 STL files, 1 not ready" */
function scansText(ready: number, waiting: number): string | false {
  const all = ready + waiting
  return all > 0 && `${counted(all, 'STL file')}${waiting > 0 ? `, ${waiting} not ready` : ''}`
}

/** The current case at a glance: who, what, by whom, by when, extra costs. */
export function Summary() {
  const { form, scans: queue, preference, doctors, locations, context } = useCaseForm()
  const values = useFormPart(form, () => form.values())
  const { earliest } = useDeliveryTerms()
  const partner = preference.metadata.third_party_partner
  const who = (id: number | null) => (id === assignment.thirdParty && partner ? partner.name : labelOf(assignments, id))
  const placeName = (id: number | null) => locations.find((location) => location.id === id)?.location_name
  const name = [values.first_name, values.last_name].filter(Boolean).join(' ')
  const scans = values.stl_files.filter((file) => !isBiteScan(file)).length
  const bites = values.stl_files.length - scans
  // Those that are on their way, or whose question is open.
  const waiting = useQueuePart(
    queue,
    (files) =>
      files.list().filter((file) => file.state !== 'failed' && file.arch !== 'bite' && !isUsable(files, file)).length,
  )
  const photos = values.rx_intraoral_photos.length
  const by = values.bonding_date ?? earliest
  const toothNumbering = preference.data.defaults.tooth_numbering
  const rushFee = preference.metadata.rush_case_fee
  return (
    <div className={styles.summary}>
      <h2>{name || 'New case'}</h2>
      <DescriptionList
        items={[
          ['Case number', values.case_number_text],
          ['Doctor', doctors.find(({ id }) => id === values.user_id)?.full_name],
          ...summaryItems(values, {
            location_id: placeName(values.location_id),
            bracket_libraries: preference.data.bracket_libraries
              .filter(({ id }) => values.bracket_libraries.includes(id))
              .map((library) => library.name)
              .join(', '),
            scan_submission_type:
              values.scan_submission_type === scanSubmission.scanner ? 'From the scanner' : scansText(scans, waiting),
            ...(!visibleFields(values, context).arch_mode && { arch_mode: false }),
            submission_completed_by: who(values.submission_completed_by),
            print_assignment: who(values.print_assignment),
            insert_brackets_assignment: who(values.insert_brackets_assignment),
            shipping_location_id: placeName(values.shipping_location_id),
            shipping_method: preference.shipping_methods.find(({ id_string }) => id_string === values.shipping_method)
              ?.name,
            bonding_date: by && `${values.bonding_date ? '' : 'from '}${formatDay(by)}`,
            rush_case: values.rush_case && (rushFee === 0 ? 'No extra fee' : <strong>{formatMoney(rushFee)}</strong>),
            order_more_supplies: values.order_more_supplies && suppliesOf(values),
          }),
          [
            chartTitle(toothNumbering),
            chartRows(settleTeeth(values.tooth_chart, values.jaws_id), toothNumbering)
              .map(([label, teeth]) => `${label}: ${teeth}`)
              .join('. '),
          ],
          ['Bite scans', bites > 0 && String(bites)],
          ['Photos', photos > 0 && String(photos)],
        ]}
      />
    </div>
  )
}
