import { ActionIcon } from '@mantine/core'
import { IconSpeakerphone, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { announcementQuery } from '../../lib/lab-settings.ts'
import styles from './announcement.module.css'
import { textParts } from './text-parts.ts'

const dismissedKey = (userId: number) => `archwire.announcement.${userId}`

/**
 * The lab's message above the lists: one line, until it is unfolded; once closed, it stays hidden until it changes
 * (`notices/announcements`).
 */
export function Announcement({ userId }: { userId: number }) {
  const { data } = useQuery(announcementQuery)
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(dismissedKey(userId)))
  const [unfolded, setUnfolded] = useState(false)
  const [words, folded] = useFolded()
  const announcement = data?.announcement
  if (!announcement || announcement.body.trim() === '') return null
  const edition = `${announcement.id} ${announcement.updated_at}`
  if (dismissed === edition) return null
  const dismiss = () => {
    localStorage.setItem(dismissedKey(userId), edition)
    setDismissed(edition)
  }
  return (
    <section className={styles.announcement} aria-label="Announcement">
      <IconSpeakerphone size={16} stroke={1.7} aria-hidden="true" />
      <div role="status">
        <p ref={words} data-folded={!unfolded || undefined}>
          {textParts(announcement.body.trim()).map(({ text, link }, index) =>
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
        {(folded || unfolded) && (
          <button type="button" aria-expanded={unfolded} onClick={() => setUnfolded((now) => !now)}>
            {unfolded ? 'Show less' : 'Show all'}
          </button>
        )}
      </div>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label="Dismiss the announcement" onClick={dismiss}>
        <IconX size={16} />
      </ActionIcon>
    </section>
  )
}

/** Whether a text is longer than the line it has, at this screen width. */
function useFolded(): [watch: (element: HTMLElement | null) => (() => void) | undefined, folded: boolean] {
  const [folded, setFolded] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setFolded(element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, folded]
}
