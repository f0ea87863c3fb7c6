import { licenses } from '@archwire/contract/client/licenses'
import type { License } from '@archwire/contract/licenses/schema.ts'
import { useState } from 'react'
import { nameOf } from '../../lib/session.tsx'
import { dropWork } from '../../lib/unsaved-work.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ConfirmCall } from '../../ui/confirm-call.tsx'

interface Props {
  license: License
}

/** From Standard to Multi-seat, and back (`licenses/type`). */
export function ChangeType({ license }: Props) {
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const next =
    license.license_type.id === 1 ? ({ id: 2, name: 'Multi-seat' } as const) : ({ id: 1, name: 'Standard' } as const)
  return (
    <>
      <ActionButton variant="default" why={undefined} onClick={() => setAsked(true)}>
        Change type
      </ActionButton>
      <ConfirmCall
        opened={asked}
        title={`Change the license to ${next.name}?`}
        confirm="Change type"
        route={licenses.update}
        input={{ params: { id: license.id }, body: { license_type_id: next.id, version: license.version } }}
        onClose={close}
      >
        <p>
          {next.id === 2
            ? 'The practice will be able to buy seats.'
            : 'The license will have one seat. This is possible with one included seat, without bought seats and with at most one device.'}
        </p>
      </ConfirmCall>
    </>
  )
}

/** Switches a license off, or on again (`licenses/status`). */
export function SwitchLicense({ license }: Props) {
  const [asked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const isOn = license.expiration_date === null
  return (
    <>
      <ActionButton variant="default" why={undefined} onClick={() => setAsked(true)}>
        {isOn ? 'Switch off' : 'Switch on'}
      </ActionButton>
      <ConfirmCall
        opened={asked}
        title={isOn ? 'Switch this license off?' : 'Switch this license on?'}
        confirm={isOn ? 'Switch off' : 'Switch on'}
        danger={isOn}
        route={licenses.setStatus}
        input={{ params: { id: license.id }, body: { active: !isOn } }}
        onClose={close}
      >
        <p>
          {isOn
            ? 'Nobody of the practice will be able to sign in with the desktop application until it is switched on again.'
            : 'The devices of the practice will be able to sign in again.'}
        </p>
      </ConfirmCall>
    </>
  )
}

/** Deletes a license without devices and bought seats (`licenses/delete`). */
export function DeleteLicense({ license, onDone }: Props & { onDone: () => void }) {
  const [asked, setAsked] = useState(false)
  return (
    <>
      <ActionButton variant="default" color="red.8" why={undefined} onClick={() => setAsked(true)}>
        Delete
      </ActionButton>
      <ConfirmCall
        opened={asked}
        title="Delete this license?"
        confirm="Delete"
        danger
        route={licenses.remove}
        input={{ params: { id: license.id } }}
        onDone={() => {
          // There is nothing left to save unsaved changes to.
          dropWork(`license:${license.id}`)
          onDone()
        }}
        onClose={() => setAsked(false)}
      >
        <p>
          <span translate="no">{nameOf(license.organization)}</span> will have no license until one is added.
        </p>
      </ConfirmCall>
    </>
  )
}
