import { caseEvents } from '@archwire/contract/events.ts'
import { partsOf } from '@archwire/contract/conversations/mentions.ts'
import type { ConversationEntry } from '@archwire/contract/conversations/schema.ts'
import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { flawCauses } from '@archwire/contract/flaw-causes.ts'
import { jaws, labelOf, labName } from '@archwire/contract/rx-forms/options.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconMapPin,
  IconMessage,
  IconPlayerPause,
  IconPlayerPlay,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Ago } from '../../ui/badges.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './conversation.module.css'

const icons: Record<Exclude<ConversationEntry['kind'], 'message'>, typeof IconCheck> = {
  held: IconPlayerPause,
  unheld: IconPlayerPlay,
  changes_requested: IconMessage,
  ready: IconSend,
  approved: IconCheck,
  setup_completed: IconCheck,
  rx_form_canceled: IconX,
}

interface Props {
  entry: ConversationEntry
  /** Photos of the case, of which a message may show some. */
  photos: readonly PatientFile[]
  onPhoto: (id: number) => void
  /** Shows a comment in the 3D view; undefined where that cannot be. */
  onPin: ((id: number) => void) | undefined
  /** What can be done about trays that it reports as not fitting. */
  renderMisfit: (entry: ConversationEntry) => ReactNode
}

/** One line of a conversation: what somebody wrote, or what happened to the case in between. */
export const Entry = (props: Props) =>
  props.entry.kind === 'message' ? <Message {...props} /> : <Happened {...props} />

function Message({ entry, photos, onPhoto, onPin, renderMisfit }: Props) {
  const shown = entry.photo_ids.flatMap((id) => photos.find((photo) => photo.id === id) ?? [])
  return (
    <li className={styles.message} data-mine={entry.is_mine || undefined} data-unread={entry.is_unread || undefined}>
      <p className={styles.who}>
        <strong>{entry.is_mine ? 'You' : entry.user_name}</strong>
        <Ago at={entry.at} />
        {entry.is_unread && <span className={styles.new}>New</span>}
      </p>
      <div className={styles.bubble}>
        {entry.misfit && <Misfit misfit={entry.misfit} />}
        {entry.text !== '' && (
          <p>
            <Words entry={entry} />
          </p>
        )}
        {entry.pin && <AboutPin pin={entry.pin} onPin={onPin} />}
        {shown.length > 0 && (
          <ul className={styles.photos}>
            {shown.map((photo) => (
              <li key={photo.id}>
                <button
                  type="button"
                  disabled={photo.url === null}
                  aria-label={`${photo.thumbnail_url ? 'Open' : 'Being prepared…'} ${photo.caption || photo.name}`}
                  onClick={() => onPhoto(photo.id)}
                >
                  {photo.thumbnail_url ? (
                    <Picture src={photo.thumbnail_url} loading="lazy" instead={<span>Cannot be shown here</span>} />
                  ) : (
                    <span>Being prepared…</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
        {entry.text === '' && !entry.pin && !entry.misfit && shown.length === 0 && (
          <p className={styles.quiet}>The photo was deleted.</p>
        )}
      </div>
      {entry.misfit && renderMisfit(entry)}
      {entry.released && (
        <p className={styles.released}>
          <IconPlayerPlay size={13} aria-hidden="true" /> Took the case off hold
        </p>
      )}
    </li>
  )
}

/** Trays that do not fit, and why as far as the practice knows (`cases/misfit`). */
const Misfit = ({ misfit: { arches, cause } }: { misfit: NonNullable<ConversationEntry['misfit']> }) => (
  <p className={styles.misfit}>
    <IconAlertTriangle size={15} aria-hidden="true" />
    <strong>Tray does not fit</strong>
    <span>
      {labelOf(jaws, arches)}
      {cause !== null && ` · ${flawCauses[cause]}`}
    </span>
  </p>
)

/** What was written, with the people it names under the names that this reader knows. */
const Words = ({ entry }: { entry: ConversationEntry }): ReactNode =>
  partsOf(entry.text).map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
      <b key={index} className={styles.mention}>
        @{entry.mentions.find(({ id }) => (id ?? 'lab') === part.who)?.name ?? labName}
      </b>
    ),
  )

function AboutPin({ pin, onPin }: { pin: NonNullable<ConversationEntry['pin']>; onPin: Props['onPin'] }) {
  const words = (
    <>
      <IconMapPin size={14} aria-hidden="true" /> Comment {pin.number}
      {pin.removed ? ' (removed)' : `: ${pin.text}`}
    </>
  )
  if (pin.removed || !onPin) return <p className={styles.pin}>{words}</p>
  return (
    <button type="button" className={styles.pin} title="Show in the 3D view" onClick={() => onPin(pin.id)}>
      {words}
    </button>
  )
}

function Happened({ entry }: Props) {
  const kind = entry.kind as Exclude<ConversationEntry['kind'], 'message'>
  const Icon = icons[kind]
  return (
    <li className={styles.event} data-asks={kind === 'held' || kind === 'changes_requested' || undefined}>
      <Icon size={14} aria-hidden="true" />
      <div>
        <strong>{caseEvents[kind].label}</strong>
        {entry.text !== '' && <blockquote>{entry.text}</blockquote>}
        <small>
          {entry.is_mine ? 'You' : entry.user_name} · <Ago at={entry.at} />
        </small>
      </div>
    </li>
  )
}
