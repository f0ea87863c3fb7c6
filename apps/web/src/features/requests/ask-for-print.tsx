import { printingRequests } from '@archwire/contract/client/printing-requests'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import type { PriceList } from '@archwire/contract/pricing/price-list.ts'
import { requestFields } from '@archwire/contract/requests/fields.ts'
import { contentType, contentTypes } from '@archwire/contract/requests/lifecycle.ts'
import { archesOf, archWords, jawsOf, madeArches, missingArch } from '@archwire/contract/rx-forms/arches.ts'
import { assignment, jaws } from '@archwire/contract/rx-forms/options.ts'
import type { PrintedParts } from '@archwire/contract/rx-forms/price-print.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { caseOffer } from '../case/case-offer.ts'
import { priceOfPrint, pricesQuery, usePrices } from '../../lib/prices.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { missing } from '../../ui/form/checks.ts'
import { ChoiceField, ToggleField } from '../../ui/form/choice-field.tsx'
import { createForm, useFormPart, type Errors, type FormStore } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { PriceLines } from '../../ui/price-lines.tsx'
import { Note } from '../../ui/states.tsx'
import { PrintShippingFields, type PrintShipping } from './print-shipping-fields.tsx'

/** The only content that brackets can be inserted into. */
const { trays } = contentType

interface PrintRequestForm extends PrintShipping {
  arches: 1 | 2 | 3
  content_type_id: number
  insert_brackets: boolean
  is_free: boolean
  free_reason: string
}

const validate = (values: PrintRequestForm): Errors<PrintRequestForm> => ({
  ...missing(values, 'location_id', 'shipping_method'),
  ...(values.is_free && requestFields.problems(values)),
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
    is_free: false,
    free_reason: '',
  }
}

/** What is sent of the form; the reason of a print that is charged after all is left out. */
const bodyOf = (patient_id: number, { is_free, free_reason, ...values }: PrintRequestForm) => ({
  patient_id,
  ...values,
  ...(is_free && { free_reason: free_reason.trim() }),
})

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

interface FreePrintProps {
  patient: Patient
  arches: 1 | 2 | 3
  reason: string
}

/** Offers the lab the print that replaces trays which do not fit: free of charge, in their arches (`cases/misfit`). */
export function FreePrint({ patient, arches, reason: free_reason }: FreePrintProps) {
  const { me } = useSession()
  const [opened, setOpened] = useState(false)
  const offered = allowed(me, undefined, 'customer-requests.manage') && caseOffer(patient, 'request_print')
  if (!offered && !opened) return null
  return (
    <>
      <ActionButton
        variant="default"
        size="compact-sm"
        why={offered ? offered.why : undefined}
        onClick={() => setOpened(true)}
      >
        Request a free print
      </ActionButton>
      {opened && (
        <AskDialog patient={patient} begins={{ arches, is_free: true, free_reason }} onClose={() => setOpened(false)} />
      )}
    </>
  )
}

interface AskedPriceProps {
  form: FormStore<PrintRequestForm>
  prices: PriceList
  archMode: PrintedParts['arch_mode']
}

/** What the form costs as it is filled in (`requests/price`). */
function AskedPrice({ form, prices, archMode: arch_mode }: AskedPriceProps) {
  const arches = useFormPart(form, () => form.values().arches)
  const content_type_id = useFormPart(form, () => form.values().content_type_id)
  const insert_brackets = useFormPart(form, () => form.values().insert_brackets)
  const shipping_method = useFormPart(form, () => form.values().shipping_method)
  const isFree = useFormPart(form, () => form.values().is_free)
  const items = archesOf(arches).map(() => ({ content_type_id, insert_brackets }))
  const price = priceOfPrint({ items, arch_mode, shipping_method }, prices, isFree)
  return <PriceLines price={price} invented={prices.invented} of="print" opened />
}

/** The lab makes a print free of charge, and says why (`requests/free`). */
function FreeFields({ form }: { form: FormStore<PrintRequestForm> }) {
  const isFree = useFormPart(form, () => form.values().is_free)
  return (
    <>
      <ToggleField form={form} name="is_free" label="Free of charge" />
      {isFree && (
        <TextField
          form={form}
          {...requestFields.input('free_reason')}
          label="Reason"
          help="The practice reads it on its invoice."
        />
      )}
    </>
  )
}

/** The prices that the dialog shows; none while they are not there. */
const shownPrices = (prices: PriceList | null) =>
  prices ? { price_list: prices.version, price_overrides: prices.overrides ?? 0 } : {}

interface AskDialogProps {
  patient: Patient
  /** What is entered for the person. */
  begins?: Partial<PrintRequestForm>
  onClose: () => void
}

function AskDialog({ patient, begins, onClose }: AskDialogProps) {
  const { me } = useSession()
  const client = useQueryClient()
  const prices = usePrices(patient.organization_id)
  const { isPending: looksUpPrices } = useQuery(pricesQuery(patient.organization_id))
  const { form, dialog } = useFormDialog({
    route: printingRequests.create,
    recordId: patient.id,
    make: () => createForm<PrintRequestForm>({ initial: { ...initialRequest(patient), ...begins }, validate }),
    input: (values) => ({ query: shownPrices(prices), body: bodyOf(patient.id, values) }),
    onRefused: (error) => {
      // Other prices hold by now, or none were shown (`requests/price`).
      if (error instanceof ApiError && (error.code === errorCodes.pricesChanged || 'price_list' in error.fields))
        void client.invalidateQueries({ queryKey: pricesQuery(patient.organization_id).queryKey })
    },
    onDone: onClose,
  })
  const content = useFormPart(form, () => form.values().content_type_id)
  const arches = useFormPart(form, () => form.values().arches)
  const missing = missingArch(arches, setupJaws(patient.patient_files))
  const duplicate = patient.open_request_id !== null
  return (
    <FormDialog
      {...dialog}
      ready={dialog.ready && !looksUpPrices}
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
      {allowed(me, undefined, 'customer-requests.manage') && <FreeFields form={form} />}
      {prices && (
        <AskedPrice
          form={form}
          prices={prices}
          archMode={(patient.rx_form?.arch_mode ?? 1) as PrintedParts['arch_mode']}
        />
      )}
    </FormDialog>
  )
}
