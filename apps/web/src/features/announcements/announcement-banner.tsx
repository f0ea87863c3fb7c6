import { ActionIcon } from '@mantine/core'
import { IconSpeakerphone, IconX } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import styles from './announcement.module.css'
import { textParts } from './text-parts.ts'

interface Props {
  body: string
  /** Absent in a preview, which cannot be closed. */
  onDismiss?: () => void
}

/** An announcement as its readers see it: one line, until it is unfolded (`notices/announcements`). */
export function AnnouncementBanner({ body, onDismiss }: Props) {
  const [unfolded, setUnfolded] = useState(false)
  const [words, folded] = useFolded()
  return (
    <section className={styles.announcement} aria-label="Announcement">
      <IconSpeakerphone size={16} stroke={1.7} aria-hidden="true" />
      <div role={onDismiss && 'status'}>
        <p ref={words} data-folded={!unfolded || undefined}>
          {textParts(body.trim()).map(({ text, link }, index) =>
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
      {onDismiss && (
        <ActionIcon variant="subtle" color="gray" size={28} aria-label="Dismiss the announcement" onClick={onDismiss}>
          <IconX size={16} />
        </ActionIcon>
      )}
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
