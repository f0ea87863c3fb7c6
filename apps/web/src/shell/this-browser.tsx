import { IconBellRinging, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { keepOn } from '../features/push/this-browser.ts'
import { install, installOffer, onInstallOffer } from '../lib/install-offer.ts'
import { settingsQuery } from '../lib/lab-settings.ts'
import { useSession } from '../lib/session.tsx'
import { useDeferredImport } from '../lib/use-deferred-import.ts'
import styles from './this-browser.module.css'

/** Whether the portal runs as an app already. */
const isInstalled = () => matchMedia('(display-mode: standalone)').matches

/** Browsers of iPhone and iPad install only by hand; an iPad says that it is a Mac, which has no touch. */
const isByHand = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const loadDialog = () => import('../features/push/push-dialog.tsx')

/** What can be done in this browser, at the foot of the menu: the portal as an app, and its notices (`screens/installed`, `notices/push`). */
export function ThisBrowser() {
  const offer = useSyncExternalStore(onInstallOffer, installOffer)
  const { me } = useSession()
  const { data } = useQuery(settingsQuery)
  const pushes = data?.settings.pushes === true
  const [isOpen, setOpen] = useState(false)
  const dialog = useDeferredImport(loadDialog, isOpen)
  useEffect(() => {
    // Not worth a word: it is tried again with the next page.
    if (pushes) keepOn(me.id).catch(() => {})
  }, [pushes, me.id])
  return (
    <div className={styles.foot}>
      {pushes && (
        <button type="button" className={styles.entry} onClick={() => setOpen(true)}>
          <IconBellRinging size={16} stroke={1.7} aria-hidden="true" />
          Notifications in this browser
        </button>
      )}
      {isOpen && dialog && <dialog.PushDialog onClose={() => setOpen(false)} />}
      {offer && (
        <button type="button" className={styles.entry} onClick={() => void install()}>
          <IconDeviceMobile size={16} stroke={1.7} aria-hidden="true" />
          Install the app
        </button>
      )}
      {!offer && isByHand() && !isInstalled() && (
        <p className={styles.hint}>To install the app: Share, then “Add to Home Screen”.</p>
      )}
    </div>
  )
}
