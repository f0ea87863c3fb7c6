declare const self: ServiceWorkerGlobalScope

/** What the server sends (services/push/port.ts). */
interface Message {
  id: number
  text: string
}

/** Shows what waits for the person, in the server's general words; a tap opens it (`notices/push`). */
export function hearPushes(): void {
  self.addEventListener('push', (event) => {
    const message = event.data?.json() as Message | undefined
    if (message) event.waitUntil(show(message))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPage((event.notification.data as { path: string }).path))
  })
}

const show = ({ id, text }: Message): Promise<void> =>
  self.registration.showNotification('Archwire', {
    body: text,
    // The same notice twice is one.
    tag: `notice-${id}`,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { path: `/notices/${id}` },
  })

/** How long an open page may take to say that it goes there itself. */
const answerMs = 500

/** Opens an address in the page that is open, which asks before typed text is lost, else in a window of its own. */
async function openPage(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  // The viewer in its frame is no page.
  const page = pages.find((client) => client.frameType === 'top-level' || client.frameType === 'auxiliary')
  // Where the system does not let it come to the front, it is there all the same.
  if (page && (await goesThere(page, path))) await page.focus().catch(() => {})
  else await self.clients.openWindow(path)
}

function goesThere(page: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(true), { once: true })
    port1.start()
    setTimeout(() => resolve(false), answerMs)
    page.postMessage({ open: path }, [port2])
  })
}
