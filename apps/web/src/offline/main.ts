import './offline.css'

/**
 * The page without a line (`screens/offline`): it waits for the line, then loads the address that was asked for. It
 * stands alone, so that nothing else has to be kept for it.
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
