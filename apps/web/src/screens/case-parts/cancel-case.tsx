import { caseCharges } from '@archwire/contract/client/case-charges'
import { rxForms } from '@archwire/contract/client/rx-forms'
import { changedPrescription } from '@archwire/contract/billing/charge-kinds.ts'
import { errorCodes } from '@archwire/contract/core/error-codes.ts'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { cancelFields } from '@archwire/contract/rx-forms/cancel-fields.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { isPrintFee } from '@archwire/contract/rx-forms/price-print.ts'
import { seesOrders, startsCases } from '@archwire/contract/required-permissions.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { caseOffer } from '../../features/case/case-offer.ts'
import { ApiError, call, messageOf } from '../../lib/api.ts'
import { newDraft } from '../../lib/drafts.ts'
import { query, useCall } from '../../lib/query.ts'
import { allowed, useSession } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm } from '../../ui/form/store.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFormDialog } from '../../ui/form/use-form-dialog.ts'
import { againDraft } from '../start-case/former-form.ts'
import styles from './rx-changes.module.css'

/** Cancels the case with a reason; shown to people who may, or might have before work began (`cases/cancel`). */
export function CancelCase({ patient }: { patient: Patient }) {
  const [opened, setOpened] = useState(false)
  const offered = patient.can.cancel_started ? { why: undefined } : caseOffer(patient, 'cancel')
  return (
    <>
      {offered && (
        <p className={styles.cancel}>
          <ActionButton
            variant="subtle"
            color="red"
            size="compact-sm"
            why={offered.why}
            command="Cancel the case"
            onClick={() => setOpened(true)}
          >
            Cancel case
          </ActionButton>
        </p>
      )}
      {opened && <CancelDialog patient={patient} onClose={() => setOpened(false)} />}
    </>
  )
}

function CancelDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { id } = patient.rx_form!
  const { form, dialog } = useFormDialog({
    route: rxForms.cancel,
    recordId: id,
    make: () => createForm({ initial: { reason: '' }, validate: cancelFields.problems }),
    input: ({ reason }) => ({ params: { id }, body: { reason: reason.trim() } }),
    onDone: onClose,
  })
  return (
    <FormDialog {...dialog} title="Cancel this case?" confirm="Cancel case" cancel="Keep it" danger onClose={onClose}>
      <p>
        Work on the case of {patient.full_name} stops, its open requests are canceled, and it is removed from the lists.
        This cannot be undone, but you can start a new case from its form.
      </p>
      <Uncharged patient={patient} />
      <TextField form={form} {...cancelFields.input('reason')} label="Reason" rows={3} focusFirst />
    </FormDialog>
  )
}

/**
 * What the practice is not charged any more, for staff who read invoices: what no closed one holds of the setup
 * (`cases/cancel`). A print has been charged already, or is not.
 */
function Uncharged({ patient: { id, can } }: { patient: Patient }) {
  const { me } = useSession()
  const { data } = useQuery({
    ...query(caseCharges.list, { params: { id } }),
    enabled: can.cancel_started && allowed(me, undefined, ...seesOrders),
  })
  const rows = (data?.charges ?? []).filter(
    ({ voided, order, label, made_of: { fee } }) =>
      voided === null && order === null && (fee === null ? label === changedPrescription : !isPrintFee(fee)),
  )
  const sum = rows.reduce((total, { value }) => total + value, 0)
  if (rows.length === 0) return null
  return (
    <p>
      {sum < 0
        ? `The reduction of ${formatMoney(-sum)} for its changed prescription is taken off the invoice.`
        : `The practice is not charged the ${formatMoney(sum)} for its setup.`}
    </p>
  )
}

const isSubmitted = (error: unknown): boolean => error instanceof ApiError && error.code === errorCodes.draftSubmitted

/** Begins a new case with what the form of a canceled one held; days are asked for anew, and its files are offered there. */
export function StartAgain({ patient }: { patient: Patient }) {
  const { me } = useSession()
  const client = useQueryClient()
  const router = useRouter()
  const keep = useCall(rxForms.saveDraft, { onError: isSubmitted })
  const [busy, setBusy] = useState(false)
  const organization = me.organizations.find(({ id }) => id === patient.organization_id)
  if (!patient.cancelled_at || patient.deleted_at || !allowed(me, organization, ...startsCases)) return null
  async function begin() {
    setBusy(true)
    let isTold = false
    // One draft for each canceled case: who presses twice comes back to what they typed.
    const formId = patient.rx_form!.id
    const organizationId = patient.organization_id
    let draft = againDraft(formId)
    const at = (key: string) => ({ params: { id: organizationId }, query: { draft: key } })
    try {
      const { draft: begun } = await call(rxForms.getDraft, at(draft))
      if (!begun) {
        const { metadata } = await client.fetchQuery(query(rxForms.get, { params: { id: formId } }))
        const { version: _, impression_date: __, bonding_date: ___, ...data } = metadata.values
        const save = () => keep.mutateAsync({ ...at(draft), body: { data } })
        await save()
          .catch((error: unknown) => {
            if (!isSubmitted(error)) throw error
            // The first one is a case by now.
            draft = againDraft(formId, newDraft())
            return save()
          })
          .catch((error: unknown) => {
            isTold = true
            throw error
          })
      }
      const to = '/organizations/$organizationId/rx-forms/add'
      await router.navigate({ to, params: { organizationId }, search: { draft } })
    } catch (error) {
      if (!isTold) toast.error(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionButton size="compact-sm" why={undefined} loading={busy} onClick={() => void begin()}>
      Start again
    </ActionButton>
  )
}
