import { createECDH, randomBytes } from 'node:crypto'
import { expect, type Page, type Worker } from '@playwright/test'

/**
 * Gives the page a browser that a push service knows: the one that tests drive has none, so `subscribe` answers with a
 * subscription of our own, whose keys are real, and the person says yes.
 */
export async function withPushService(page: Page): Promise<void> {
  const key = createECDH('prime256v1')
  key.generateKeys()
  const subscription = {
    endpoint: `https://push.invalid/${randomBytes(9).toString('hex')}`,
    keys: { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
  await page.addInitScript((known) => {
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'granted' })
    Object.assign(Notification, { requestPermission: async () => 'granted' })
    let current: object | null = null
    const subscribe = async (options?: PushSubscriptionOptionsInit) => {
      const text = (options!.applicationServerKey as string).replaceAll('-', '+').replaceAll('_', '/')
      const applicationServerKey = Uint8Array.from(atob(text), (sign) => sign.codePointAt(0)!).buffer
      const unsubscribe = async () => ((current = null), true)
      return (current = { options: { applicationServerKey }, toJSON: () => known, unsubscribe })
    }
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => current })
  }, subscription)
}

/** Delivers a message to the service worker of this page, as the browser does with what its push service sends. */
export async function deliver(page: Page, message: { id: number; text: string }): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registrations = new Set<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: found }) => {
    for (const { registrationId, isDeleted } of found) if (!isDeleted) registrations.add(registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.size).toBe(1)
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: [...registrations][0]!,
    data: JSON.stringify(message),
  })
  await devtools.detach()
}

/**
 * The browser that tests drive shows no notifications at all, and says that they are denied: the worker's are kept in a list
 * instead. Before a message is delivered.
 */
export async function keepNotifications(page: Page): Promise<void> {
  await (
    await workerOf(page)
  ).evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const shown: object[] = []
    Object.assign(registration, {
      showNotification: async (title: string, options: object) => {
        const notification = { title, ...options, close: () => void shown.splice(shown.indexOf(notification), 1) }
        shown.push(notification)
      },
      getNotifications: async () => shown,
    })
  })
}

async function workerOf(page: Page): Promise<Worker> {
  const find = () => page.context().serviceWorkers()[0]
  await expect.poll(find).toBeDefined()
  return find()!
}

/** What the worker shows beside its pages. */
export const notificationsOn = async (page: Page): Promise<{ title: string; body: string }[]> =>
  (await workerOf(page)).evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })

/** Taps the notification, as the system tells the worker. */
export async function tapNotification(page: Page): Promise<void> {
  await (
    await workerOf(page)
  ).evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    // An event that is not the browser's own keeps no worker alive.
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => {} }))
  })
}
