import type { Patient } from '@archwire/contract/patients/schema.ts'
import { openPrintView } from '../../lib/print-window.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Section } from '../../ui/page.tsx'
import { Teeth } from './teeth.tsx'
import { CancelCase } from './cancel-case.tsx'
import { NewCaseOfForm } from './new-case-of-form.tsx'
import { PriceLines } from '../../ui/price-lines.tsx'
import styles from './rx-changes.module.css'
import { RxRevisions } from './rx-changes.tsx'
import { RxSummary } from './rx-summary.tsx'

interface Props {
  patient: Patient
  title?: string
  /** What is made stands above the model (`screens/case-order`). */
  withoutFacts?: boolean
}

/** The Rx form of a case, how it was changed, and what can be done with it. */
export function RxFormSection({ patient, title = 'Rx form', withoutFacts = false }: Props) {
  const { rx_form: form, can } = patient
  return (
    <Section
      title={title}
      actions={
        form && (
          <span className={styles.actions}>
            <NewCaseOfForm patient={patient} />
            <ActionButton variant="default" size="compact-sm" why={undefined} onClick={() => openPrintView(patient.id)}>
              Print Rx form
            </ActionButton>
            {(can.modify || can.modify_shipping) && (
              <LinkButton
                to={`/rx-forms/${form.id}/modify`}
                command="Edit the Rx form"
                variant="default"
                size="compact-sm"
              >
                Edit
              </LinkButton>
            )}
          </span>
        )
      }
    >
      {form ? (
        <div className={styles.whole}>
          <RxSummary form={form} printed={patient.customer_requests.length > 0} withoutFacts={withoutFacts} />
        </div>
      ) : (
        <p>There is no Rx form.</p>
      )}
      {form && <Teeth form={form} />}
      {form?.price && <PriceLines price={form.price} />}
      {form && <RxRevisions form={form} />}
      {form && <CancelCase patient={patient} />}
    </Section>
  )
}
