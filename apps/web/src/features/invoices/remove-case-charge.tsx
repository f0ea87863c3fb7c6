import type { CaseCharge } from '@archwire/contract/billing/schema.ts'
import { caseCharges } from '@archwire/contract/client/case-charges'
import { formatMoney } from '@archwire/contract/core/money.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Takes a charge or discount that a person entered off the current invoice, after confirmation (`billing/by-hand`). */
export function RemoveCharge({ patientId, charge: { id, label, value } }: { patientId: number; charge: CaseCharge }) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const remove = useCall(caseCharges.remove, { announce: 'aloud', onSuccess: close })
  const kind = value < 0 ? 'discount' : 'charge'
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={`Remove ${label}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      {asking && (
        <ConfirmDialog
          opened
          title={`Remove this ${kind}?`}
          confirm="Remove"
          cancel="Keep it"
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: patientId }, body: { patient_charge_id: id } })}
          onClose={close}
        >
          <p>
            <span translate="no">{label}</span>, {formatMoney(value)}. It will be taken off the current invoice of the
            practice, and stays here as removed.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
