/** The browser's offer to install the portal as an app; not every browser makes one. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

let offer: InstallOffer | null = null
const listeners = new Set<() => void>()

function note(next: InstallOffer | null): void {
  offer = next
  for (const tell of listeners) tell()
}

/** Keeps the browser's offer for the menu; it comes once, soon after the page, so it is waited for from the start. */
export function awaitInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser shows a bar of its own over the page.
    event.preventDefault()
    note(event as InstallOffer)
  })
  addEventListener('appinstalled', () => note(null))
}

/** The offer as it stands; null where there is none. */
export const installOffer = (): InstallOffer | null => offer

/** Calls `listener` when there is an offer, or none any more. Returns how to end that. */
export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Asks the person by the browser's own question; an offer holds for one. */
export async function install(): Promise<void> {
  const asked = offer
  note(null)
  await asked?.prompt()
}
