import { printingRequests } from '@archwire/contract/client/printing-requests'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { contentType, contentTypes } from '@archwire/contract/requests/lifecycle.ts'
import { archWords, jawsOf, madeArches, missingArch } from '@archwire/contract/rx-forms/arches.ts'
import { assignment, jaws } from '@archwire/contract/rx-forms/options.ts'
import { useState } from 'react'
import { caseOffer } from '../../lib/case-offer.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { createForm, useFormPart, type Errors } from '../../ui/form/store.ts'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { Note } from '../../ui/states.tsx'
import { PrintShippingFields, type PrintShipping } from './print-shipping-fields.tsx'

/** The only content that brackets can be inserted into. */
const { trays } = contentType

interface PrintRequestForm extends PrintShipping {
  arches: 1 | 2 | 3
  content_type_id: number
  insert_brackets: boolean
}

const validate = ({ location_id, shipping_method }: PrintRequestForm): Errors<PrintRequestForm> => ({
  ...(location_id === null && { location_id: ['Required'] }),
  ...(shipping_method === null && { shipping_method: ['Required'] }),
})

/** What the files of a setup show. */
const setupJaws = (files: Patient['patient_files']) =>
  files.filter(({ kind }) => kind === 'setup').map(({ jaws_id }) => jaws_id)

/** The form starts with what the Rx form requested and the setup has, which is usually wanted again. */
function initialRequest({ rx_form: form, patient_files: files }: Patient): PrintRequestForm {
  const content = form?.export_type ?? trays
  return {
    arches: jawsOf(madeArches(form?.jaws_id ?? 3, setupJaws(files))),
    content_type_id: content,
    insert_brackets: content === trays && form?.insert_brackets_assignment === assignment.ownLab,
    location_id: form?.shipping_location?.id ?? form?.location?.id ?? null,
    shipping_method: form?.shipping_method ?? 'standard',
    expected_arrival_date: null,
  }
}

/**
 * The button and dialog that request a print of an approved case. While a request is open the dialog warns that a
 * second one makes both duplicates (`requests/ask`, `requests/duplicate`).
 */
export function AskForPrint({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  const offered = caseOffer(patient, 'request_print')
  if (!offered && !opened) return null
  return (
    <>
      <ActionButton variant="default" size="compact-md" why={offered?.why} onClick={() => setOpened(true)}>
        Request a print
      </ActionButton>
      {opened && <AskDialog patient={patient} onClose={() => setOpened(false)} />}
    </>
  )
}

function AskDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { form, dialog } = useFormDialog({
    route: printingRequests.create,
    recordId: patient.id,
    make: () => createForm<PrintRequestForm>({ initial: initialRequest(patient), validate }),
    input: (values) => ({ body: { patient_id: patient.id, ...values } }),
    onDone: onClose,
  })
  const content = useFormPart(form, () => form.values().content_type_id)
  const arches = useFormPart(form, () => form.values().arches)
  const missing = missingArch(arches, setupJaws(patient.patient_files))
  const duplicate = patient.open_request_id !== null
  return (
    <FormDialog
      {...dialog}
      title={`Print for ${patient.full_name}`}
      confirm={duplicate ? 'Request anyway' : 'Request a print'}
      onClose={onClose}
    >
      {duplicate && (
        <Note tone="warning">
          A request is already open. With two open requests, neither is processed until you cancel one.
        </Note>
      )}
      <ChoiceField form={form} name="arches" label="Arches" required options={jaws} />
      {missing && <Note tone="warning">The setup has no {archWords[missing]} arch.</Note>}
      <ChoiceField
        form={form}
        name="content_type_id"
        label="What is printed?"
        required
        options={contentTypes}
        onChange={(id) => id !== trays && form.set('insert_brackets', false)}
      />
      {content === trays && <ToggleField form={form} name="insert_brackets" label="Insert brackets" />}
      <PrintShippingFields form={form} organizationId={patient.organization_id} />
    </FormDialog>
  )
}
