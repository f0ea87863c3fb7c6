import type { PushBrowser } from '@archwire/contract/push/routes.ts'
import { push } from '@archwire/contract/client/push'
import { call } from '../../lib/api.ts'

/**
 * Whether this browser can show notices: yes, or it was told not to, or it cannot, or only as an installed app (iPhone and
 * iPad).
 */
export type Ability = 'can' | 'blocked' | 'cannot' | 'when installed'

export function abilityOfBrowser(): Ability {
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!hasPush) return /iPhone|iPad/.test(navigator.userAgent) ? 'when installed' : 'cannot'
  return Notification.permission === 'denied' ? 'blocked' : 'can'
}

/** What a person recognizes this browser by in a list: "Chrome on Android". */
export function nameOfBrowser(agent = navigator.userAgent): string {
  const browsers: [RegExp, string][] = [
    [/Edg/, 'Edge'],
    [/OPR|Opera/, 'Opera'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]
  const systems: [RegExp, string][] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/CrOS/, 'Chromebook'],
    [/Mac/, 'Mac'],
    [/Linux/, 'Linux'],
  ]
  const find = (names: [RegExp, string][], other: string) => names.find(([sign]) => sign.test(agent))?.[1] ?? other
  return `${find(browsers, 'A browser')} on ${find(systems, 'an unknown system')}`
}

/** Whose notices this browser shows: an id, and nothing of patients. */
const key = 'archwire.push'
const isOf = (userId: number) => localStorage.getItem(key) === String(userId)

async function subscription(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const before = await pushManager.getSubscription()
  // A server with another key than the one that this browser was turned on for could not reach it.
  if (before && keyOf(before) === publicKey) return before
  await before?.unsubscribe()
  return pushManager.subscribe(options)
}

const keyOf = ({ options: { applicationServerKey } }: PushSubscription): string | undefined =>
  applicationServerKey ? base64Url(new Uint8Array(applicationServerKey)) : undefined

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Asks the person, by the browser's own question, and tells the server how this browser is reached. Throws what the server
 * says; false where the person said no.
 */
export async function turnOn(publicKey: string, userId: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await announce(publicKey)
  localStorage.setItem(key, String(userId))
  return true
}

async function announce(publicKey: string): Promise<void> {
  const { endpoint, keys } = (await subscription(publicKey)).toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  await call(push.addBrowser, { body: { endpoint: endpoint ?? '', keys: { p256dh, auth }, name: nameOfBrowser() } })
}

/** This browser shows notices no more; the server has been told, or does not know it any longer. */
export async function turnOff(): Promise<void> {
  localStorage.removeItem(key)
  await unsubscribe()
}

async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/**
 * A session that was signed out took its push with it: who turned notices on in this browser, and signs in again, has
 * them again. Nobody else does by signing in. Where another person turned them on, whose session may have ended by its
 * hours alone, nothing is shown any more: the push service says so to the server, which forgets the browser.
 */
export async function keepOn(userId: number): Promise<void> {
  if (localStorage.getItem(key) !== null && !isOf(userId)) await unsubscribe()
  if (!isOf(userId) || abilityOfBrowser() !== 'can' || Notification.permission !== 'granted') return
  const { public_key, browsers } = await call(push.get, {}, { byHand: false })
  if (public_key !== null && !isKnown(browsers)) await announce(public_key)
}

export const isKnown = (browsers: readonly PushBrowser[]): boolean => browsers.some(({ is_this }) => is_this)
