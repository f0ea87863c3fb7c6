import { useEffect, useRef, type ReactNode } from 'react'
import styles from './workflow-table.module.css'

interface Props {
  /** What is edited: its name is this and the text. */
  label: string
  text: string
  isEmpty: boolean
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  /** Takes back what was changed since it was opened. */
  onCancel: () => void
  /** The fields, the first of which gets the focus. */
  children: ReactNode
}

/**
 * Text that becomes fields when it is pressed. Escape takes back what was changed in them, Enter keeps it; both return
 * the focus to the text. Leaving the fields keeps it, too.
 */
export function EditOnClick({ label, text, isEmpty, isOpen, onOpen, onClose, onCancel, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  /** The focus went elsewhere, and stays there. */
  const left = useRef(false)
  useEffect(() => {
    if (isOpen) place.current?.querySelector<HTMLElement>('input, select')?.focus()
    else if (wasOpen.current && !left.current) button.current?.focus()
    wasOpen.current = isOpen
    left.current = false
  }, [isOpen])
  if (!isOpen)
    return (
      <button
        ref={button}
        type="button"
        className={styles.text}
        data-empty={isEmpty || undefined}
        aria-label={`${label}: ${text}`}
        translate="no"
        onClick={onOpen}
      >
        {text}
      </button>
    )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter and Escape, whatever in it has the keyboard
    <div
      ref={place}
      role="group"
      aria-label={label}
      className={styles.fields}
      onKeyDown={(event) => {
        // A button in it has an Enter of its own.
        const ends = event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)
        if (event.key !== 'Escape' && !ends) return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') onCancel()
        onClose()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        left.current = true
        onClose()
      }}
    >
      {children}
    </div>
  )
}
