import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './file-mark.module.css'

/**
 * The row of a file: marked, and brought into sight once, where the page's address names the file (`?file=9`,
 * `screens/open-link`).
 */
export function useFileMark(id: number) {
  const isNamed = useLocation({ select: ({ search }) => (search as { file?: unknown }).file === String(id) })
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!isNamed) return
    // The page goes to its top when it comes: this is what it was opened for.
    const timer = setTimeout(() => row.current?.scrollIntoView({ block: 'center' }))
    return () => clearTimeout(timer)
  }, [isNamed])
  return { ref: row, className: isNamed ? styles.marked : undefined, 'aria-current': isNamed || undefined }
}
