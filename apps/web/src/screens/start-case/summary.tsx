import { formatMoney } from '@archwire/contract/core/money.ts'
import {
  addOns,
  assignment,
  assignments,
  exportTypes,
  impressionTypes,
  jaws,
  labelOf,
  labelsOf,
  products,
  scanSubmission,
} from '@archwire/contract/rx-forms/options.ts'
import { formatDay } from '../../lib/format.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { useFormPart } from '../../ui/form/store.ts'
import { useCaseForm } from './case-form.ts'
import { useDeliveryTerms } from './delivery-date.tsx'
import styles from './start-case.module.css'

/** The current case at a glance: who, what, by whom, by when, extra costs. */
export function Summary() {
  const { form, preference, doctors, locations } = useCaseForm()
  const values = useFormPart(form, () => form.values())
  const { earliest } = useDeliveryTerms()
  const partner = preference.metadata.third_party_partner
  const who = (id: number | null) => (id === assignment.thirdParty && partner ? partner.name : labelOf(assignments, id))
  const name = [values.first_name, values.last_name].filter(Boolean).join(' ')
  const scans = values.stl_files.length
  const photos = values.rx_intraoral_photos.length
  const ordered = [...labelsOf(products, values.products_list), labelOf(exportTypes, values.export_type)].filter(
    Boolean,
  )
  const by = values.bonding_date ?? earliest
  const rushFee = preference.metadata.rush_case_fee
  const method = preference.shipping_methods.find(({ id_string }) => id_string === values.shipping_method)
  return (
    <div className={styles.summary}>
      <h2>{name || 'New case'}</h2>
      <DescriptionList
        items={[
          ['Case number', values.case_number_text],
          ['Doctor', doctors.find(({ id }) => id === values.user_id)?.full_name],
          ['Location', locations.find(({ id }) => id === values.location_id)?.location_name],
          ['Impression', labelOf(impressionTypes, values.impression_type)],
          [
            'Scans',
            values.scan_submission_type === scanSubmission.scanner
              ? 'From the scanner'
              : scans > 0 && `${scans} STL ${scans === 1 ? 'file' : 'files'}`,
          ],
          ['Photos', photos > 0 && String(photos)],
          ['We make', ordered.join(', ')],
          ['Jaws', labelOf(jaws, values.jaws_id)],
          ['Add-ons', labelsOf(addOns, values.addon_options).join(', ')],
          ['Setup', who(values.submission_completed_by)],
          ['Print', who(values.print_assignment)],
          ['Shipping', method?.name],
          [
            values.export_type === null ? 'Delivery' : 'Bonding',
            by && `${values.bonding_date ? '' : 'from '}${formatDay(by)}`,
          ],
          [
            'Rush case',
            values.rush_case && (rushFee === 0 ? 'No extra fee' : <strong key="fee">{formatMoney(rushFee)}</strong>),
          ],
        ]}
      />
    </div>
  )
}
