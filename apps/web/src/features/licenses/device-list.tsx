import { devices as calls } from '@archwire/contract/client/devices'
import { deviceFields } from '@archwire/contract/licenses/fields.ts'
import type { Device } from '@archwire/contract/licenses/schema.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatInstant } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { Tag } from '../../ui/badges.tsx'
import { ConfirmCall } from '../../ui/confirm-call.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { createForm } from '../../ui/form/store.ts'
import { useQuestion } from '../../ui/form/use-record-dialog.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { Section } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import styles from './licenses.module.css'

interface Props {
  devices: readonly Device[]
  /** The lab alone changes devices (`licenses/device`). */
  mayChange?: boolean
}

/** Computers on which the desktop application signed in, those seen last first. */
export function DeviceList({ devices, mayChange = false }: Props) {
  const [named, setNamed] = useState<Device>()
  const [removed, setRemoved] = useState<Device>()
  return (
    <Section title="Devices">
      {devices.length === 0 && <EmptyState title="No Devices" />}
      {devices.length > 0 && (
        <ul className={styles.devices}>
          {devices.map((device) => (
            <li key={device.id}>
              <span className={styles.words}>
                <span>
                  <strong translate="no">{device.name}</strong> {device.is_blocked && <Tag tone="red">Blocked</Tag>}
                </span>
                <small translate="no">{device.details}</small>
                <small>
                  Seen {formatInstant(device.last_seen_at)}
                  {device.last_seen_by && `, ${device.last_seen_by.full_name}`}
                </small>
              </span>
              {mayChange && (
                <span className={styles.acts}>
                  <Button size="compact-sm" variant="subtle" onClick={() => setNamed(device)}>
                    Rename
                  </Button>
                  <BlockDevice device={device} />
                  <Button size="compact-sm" variant="subtle" onClick={() => setRemoved(device)}>
                    Remove
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {named && <RenameDevice key={named.id} device={named} onClose={() => setNamed(undefined)} />}
      {removed && <RemoveDevice device={removed} onClose={() => setRemoved(undefined)} />}
    </Section>
  )
}

/** Keeps a device out, or lets it back where a seat is free. */
function BlockDevice({ device: { id, version, is_blocked } }: { device: Device }) {
  const set = useCall(calls.update, { announce: 'aloud' })
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={set.isPending}
      onClick={() => set.mutate({ params: { id }, body: { is_blocked: !is_blocked, version } })}
    >
      {is_blocked ? 'Unblock' : 'Block'}
    </Button>
  )
}

function RenameDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const { form, dialog } = useQuestion({
    route: calls.update,
    make: () =>
      createForm({
        initial: { name: device.name },
        validate: deviceFields.problems,
      }),
    ready: ({ name }) => name !== device.name,
    input: ({ name }) => ({ params: { id: device.id }, body: { name: name.trim(), version: device.version } }),
    onClose,
  })
  return (
    <FormDialog title="Rename the device" confirm="Save" {...dialog}>
      <TextField form={form} {...deviceFields.input('name')} label="Name" focusFirst spellCheck={false} />
    </FormDialog>
  )
}

const RemoveDevice = ({ device, onClose }: { device: Device; onClose: () => void }) => (
  <ConfirmCall
    title="Remove this device?"
    confirm="Remove"
    danger
    route={calls.remove}
    input={{ params: { id: device.id } }}
    onClose={onClose}
  >
    <p>
      The seat of <span translate="no">{device.name}</span> will be free. The device can sign in again while a seat is
      free. To keep it out, block it.
    </p>
  </ConfirmCall>
)
