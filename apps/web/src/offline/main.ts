import './offline.css'

/**
 * The offline page (`screens/offline`): it waits for the connection, then loads the requested address. It has no imports
 * of the portal, so that the browser stores nothing else for it.
 */
const pauseMs = 3_000
const noPortal =
  'This device is online, but the portal is not responding. This page will reload when the portal responds.'

const chosen = localStorage.getItem('mantine-color-scheme-value')
if (chosen === 'light' || chosen === 'dark') document.documentElement.style.colorScheme = chosen

/** Reloads once the portal answers; a small file that no cache answers for shows that. */
async function goOn(): Promise<void> {
  if (!navigator.onLine) return
  const answer = await fetch('/manifest.webmanifest', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok) return location.reload()
  document.getElementById('why')!.textContent = noPortal
}

addEventListener('online', () => void goOn())
document.getElementById('again')!.addEventListener('click', () => void goOn())
setInterval(() => void goOn(), pauseMs)
