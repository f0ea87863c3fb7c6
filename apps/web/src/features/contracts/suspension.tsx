import { contracts } from '@archwire/contract/client/contracts'
import type { ContractDetails } from '@archwire/contract/contracts/schema.ts'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'

/** Suspend or Resume, whichever is possible, after a question that says what it does (`contracts/suspend`, `contracts/resume`). */
export function Suspension({ contract }: { contract: ContractDetails }) {
  const [asked, setAsked] = useState<'suspend' | 'resume'>()
  const close = () => setAsked(undefined)
  // What the server refuses is said in its own words, beside the page as it is by then.
  const options = { onSuccess: close, onError: () => close() }
  const suspend = useCall(contracts.suspend, options)
  const resume = useCall(contracts.resume, options)
  const { id, can, organization } = contract
  const name = <span translate="no">{nameOf(organization)}</span>
  return (
    <>
      {can.suspend && (
        <ActionButton variant="default" why={undefined} onClick={() => setAsked('suspend')}>
          Suspend
        </ActionButton>
      )}
      {can.resume && (
        <ActionButton variant="default" why={undefined} onClick={() => setAsked('resume')}>
          Resume
        </ActionButton>
      )}
      {asked === 'suspend' && (
        <ConfirmDialog
          opened
          title="Suspend this subscription?"
          confirm="Suspend"
          danger
          busy={suspend.isPending}
          onConfirm={() => suspend.mutate({ params: { id } })}
          onClose={close}
        >
          <p>
            {name} will not be able to start new cases, prints and corrections. Work in progress continues. No monthly
            fee is due until the subscription is resumed. Invoices that are closed will still be charged.
          </p>
        </ConfirmDialog>
      )}
      {asked === 'resume' && (
        <ConfirmDialog
          opened
          title="Resume this subscription?"
          confirm="Resume"
          busy={resume.isPending}
          onConfirm={() => resume.mutate({ params: { id } })}
          onClose={close}
        >
          <p>
            {name} will be able to start new cases, prints and corrections. If anything is on the current invoice, it
            will close today without a monthly fee, and will be charged. The months begin anew: the next payment date
            will be 30 days from today.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
