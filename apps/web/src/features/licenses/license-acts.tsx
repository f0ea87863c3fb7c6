import { licenses } from '@archwire/contract/client/licenses'
import type { License } from '@archwire/contract/licenses/schema.ts'
import { useState } from 'react'
import { useCall } from '../../lib/query.ts'
import { nameOf } from '../../lib/session.tsx'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'

interface Props {
  license: License
}

/** From Standard to Multi-seat, and back (`licenses/type`). */
export function ChangeType({ license }: Props) {
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const change = useCall(licenses.update, { onSuccess: close, onError: close })
  const next =
    license.license_type.id === 1 ? ({ id: 2, name: 'Multi-seat' } as const) : ({ id: 1, name: 'Standard' } as const)
  return (
    <>
      <ActionButton variant="default" why={undefined} onClick={() => setAsked(true)}>
        Change type
      </ActionButton>
      <ConfirmDialog
        opened={asked}
        title={`Change the license to ${next.name}?`}
        confirm="Change type"
        busy={change.isPending}
        onConfirm={() =>
          change.mutate({ params: { id: license.id }, body: { license_type_id: next.id, version: license.version } })
        }
        onClose={close}
      >
        <p>
          {next.id === 2
            ? 'The practice will be able to buy seats.'
            : 'The license will have one seat. This is possible with one included seat, without bought seats and with at most one device.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Switches a license off, or on again (`licenses/status`). */
export function SwitchLicense({ license }: Props) {
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const turn = useCall(licenses.setStatus, { onSuccess: close, onError: close })
  const isOn = license.expiration_date === null
  return (
    <>
      <ActionButton variant="default" why={undefined} onClick={() => setAsked(true)}>
        {isOn ? 'Switch off' : 'Switch on'}
      </ActionButton>
      <ConfirmDialog
        opened={asked}
        title={isOn ? 'Switch this license off?' : 'Switch this license on?'}
        confirm={isOn ? 'Switch off' : 'Switch on'}
        danger={isOn}
        busy={turn.isPending}
        onConfirm={() => turn.mutate({ params: { id: license.id }, body: { active: !isOn } })}
        onClose={close}
      >
        <p>
          {isOn
            ? 'Nobody of the practice will be able to sign in with the desktop application until it is switched on again.'
            : 'The devices of the practice will be able to sign in again.'}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** Deletes a license without devices and bought seats (`licenses/delete`). */
export function DeleteLicense({ license, onDone }: Props & { onDone: () => void }) {
  const [asked, setAsked] = useState(false)
  const remove = useCall(licenses.remove, {
    onSuccess: () => {
      // There is nothing left to save unsaved changes to.
      dropWork(`license:${license.id}`)
      onDone()
    },
    onError: () => setAsked(false),
  })
  return (
    <>
      <ActionButton variant="default" color="red.8" why={undefined} onClick={() => setAsked(true)}>
        Delete
      </ActionButton>
      <ConfirmDialog
        opened={asked}
        title="Delete this license?"
        confirm="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: license.id } })}
        onClose={() => setAsked(false)}
      >
        <p>
          <span translate="no">{nameOf(license.organization)}</span> will have no license until one is added.
        </p>
      </ConfirmDialog>
    </>
  )
}
