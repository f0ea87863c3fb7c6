import { Notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import styles from './app-shell.module.css'
import { placeMessages } from './place-messages.ts'

/** What was done and what failed, at the bottom left (`screens/messages`). */
export function Messages() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => placeMessages(place.current!), [])
  return (
    <div ref={place} data-messages className={styles.messages}>
      <Notifications position="bottom-left" limit={3} zIndex={400} withinPortal={false} className={styles.toasts} />
    </div>
  )
}
