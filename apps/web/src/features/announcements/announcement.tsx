import { ActionIcon } from '@mantine/core'
import { IconSpeakerphone, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announcementQuery } from '../../lib/lab-settings.ts'
import styles from './announcement.module.css'
import { textParts } from './text-parts.ts'

/** A message longer than this is folded. */
const foldedLines = 4
const foldedLength = 420

const dismissedKey = (userId: number) => `archwire.announcement.${userId}`

/** The lab's message above the lists; closed, it stays away until it is changed (decisions §3). */
export function Announcement({ userId }: { userId: number }) {
  const { data } = useQuery(announcementQuery)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey(userId)))
  const [unfolded, setUnfolded] = useState(false)
  const announcement = data?.announcement
  if (!announcement || announcement.body.trim() === '') return null
  const edition = `${announcement.id} ${announcement.updated_at}`
  if (dismissed === edition) return null
  const body = announcement.body.trim()
  const long = body.length > foldedLength || body.split('\n').length > foldedLines
  const dismiss = () => {
    localStorage.setItem(dismissedKey(userId), edition)
    setDismissed(edition)
  }
  return (
    <section className={styles.announcement} aria-label="Announcement">
      <IconSpeakerphone size={18} stroke={1.7} aria-hidden="true" />
      <div role="status">
        <p data-folded={(long && !unfolded) || undefined}>
          {textParts(body).map(({ text, link }, index) =>
            link ? (
              // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
              <a key={index} href={link} target="_blank" rel="noopener noreferrer">
                {text}
              </a>
            ) : (
              text
            ),
          )}
        </p>
        {long && (
          <button type="button" aria-expanded={unfolded} onClick={() => setUnfolded((now) => !now)}>
            {unfolded ? 'Show less' : 'Show all'}
          </button>
        )}
      </div>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label="Dismiss the announcement" onClick={dismiss}>
        <IconX size={16} />
      </ActionIcon>
    </section>
  )
}
