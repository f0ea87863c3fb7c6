import { Drawer } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import styles from './app-shell.module.css'
import { UnsavedQuestion } from '../ui/unsaved-question.tsx'
import { keepServiceWorker } from '../lib/service-worker.ts'
import { useSession } from '../lib/session.tsx'
import { Checklist } from '../features/onboardings/checklist.tsx'
import { ScannerOpensCase } from './scanner-opens-case.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { Messages } from './messages.tsx'
import { DrawerMenu } from './sidebar.tsx'

export { BlockedPage } from './blocked-page.tsx'
export { WorkStopped } from './work-stopped.tsx'

interface Props {
  menuOpen: boolean
  onMenuClose: () => void
  onHelp: () => void
  onLogout: () => void
  /** The session is over, and no server can say so. */
  onEnd: () => void
}

/**
 * Parts of the shell that no screen waits for: toasts, the question before unsaved work is left, the menu of narrow
 * windows.
 */
export function DeferredParts({ menuOpen, onMenuClose, onHelp, onLogout, onEnd }: Props) {
  const { me } = useSession()
  const router = useRouter()
  useEffect(() => keepServiceWorker(router), [router])
  // Opened once it has loaded, so that it knows where the focus was.
  const [isThere, setIsThere] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsThere(true))
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Messages />
      <UnsavedQuestion />
      {me.is_management && <IdleWarning onLogout={onLogout} onEnd={onEnd} />}
      {me.is_management && <ScannerOpensCase />}
      {!me.is_management && <Checklist />}
      <Drawer
        opened={menuOpen && isThere}
        onClose={onMenuClose}
        size={264}
        title="Menu"
        padding={0}
        closeButtonProps={{ 'aria-label': 'Close the menu', size: 40 }}
        classNames={{ header: styles.drawerHead, title: styles.drawerTitle, body: styles.drawerBody }}
      >
        <DrawerMenu onNavigate={onMenuClose} onHelp={onHelp} onLogout={onLogout} />
      </Drawer>
    </>
  )
}
