import { pins as api } from '@archwire/contract/client/pins'
import { counted } from '@archwire/contract/core/counted.ts'
import type { Pin } from '@archwire/contract/pins/routes.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useCall } from '../../lib/query.ts'
import { Ago } from '../../ui/badges.tsx'
import styles from './case-pins.module.css'
import { useCasePins } from './use-case-pins.ts'
import { authorName } from '../../lib/author-name.ts'

interface Props {
  patientId: number
  /** Brings the viewer to a comment. */
  onLook: (pin: Pin) => void
  /** Whether the viewer can show it. */
  canLook: (pin: Pin) => boolean
  /** Begins a message about a comment. */
  onDiscuss: (pin: Pin) => void
}

/**
 * The comments on the scans beside the viewer: the open ones, and the done ones folded away. Hidden when there are
 * none.
 */
export function CasePins({ patientId, onLook, canLook, onDiscuss }: Props) {
  const { pins, error, again } = useCasePins(patientId)
  if (error)
    return (
      <p className={styles.trouble} role="alert">
        The comments on the scan could not be loaded: {messageOf(error)}{' '}
        <Button size="compact-sm" variant="subtle" onClick={again}>
          Try again
        </Button>
      </p>
    )
  if (pins.length === 0) return null
  const open = pins.filter(({ done_at }) => done_at === null)
  const done = pins.filter(({ done_at }) => done_at !== null)
  const row = (pin: Pin) => (
    <PinRow
      key={pin.id}
      pin={pin}
      onLook={canLook(pin) ? () => onLook(pin) : undefined}
      onDiscuss={() => onDiscuss(pin)}
    />
  )
  return (
    <section className={styles.pins} aria-label="Comments on the scan">
      <h3>{titleOf(open.length)}</h3>
      {open.length > 0 && <ul>{open.map(row)}</ul>}
      {done.length > 0 && (
        <details>
          <summary>{done.length} done</summary>
          <ul>{done.map(row)}</ul>
        </details>
      )}
    </section>
  )
}

function titleOf(open: number): string {
  if (open === 0) return 'No open comments on the scan'
  return `${counted(open, 'open comment')} on the scan`
}

interface RowProps {
  pin: Pin
  onLook: (() => void) | undefined
  onDiscuss: () => void
}

function PinRow({ pin, onLook, onDiscuss }: RowProps) {
  /** The checkbox value until the server responds: it must not jump back meanwhile. */
  const [wanted, setWanted] = useState<boolean>()
  const settle = () => setWanted(undefined)
  const change = useCall(api.update, { announce: false, onSuccess: settle, onError: settle })
  const done = pin.done_at !== null
  const words = (
    <>
      <span className={styles.text}>
        <b>{pin.number}</b> {pin.text}
      </span>
      <small>
        {authorName(pin.author)}, <Ago at={pin.created_at} />
        {pin.done_by && ` · done by ${pin.done_by.full_name}`}
        {pin.is_earlier && ' · on an earlier version'}
      </small>
    </>
  )
  return (
    <li data-done={done || undefined}>
      <input
        type="checkbox"
        aria-label={`Comment ${pin.number} is done`}
        checked={wanted ?? done}
        disabled={!pin.can.complete || change.isPending}
        onChange={() => {
          setWanted(!done)
          change.mutate({ params: { id: pin.id }, body: { done: !done, version: pin.version } })
        }}
      />
      {onLook ? (
        <button type="button" className={styles.words} title="Show in the 3D view" onClick={onLook}>
          {words}
        </button>
      ) : (
        <div className={styles.words}>{words}</div>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={`Write about comment ${pin.number}`}
        title="Write about it in the conversation"
        onClick={onDiscuss}
      >
        <IconMessage size={16} stroke={1.7} />
      </ActionIcon>
    </li>
  )
}
