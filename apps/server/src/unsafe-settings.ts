import { createECDH } from 'node:crypto'
import { halfPayments, unsafePayments } from './payment-settings.ts'

/** Forbidden values of settings (`safety/production`). Pure; called by config.ts. */
interface Settings {
  NODE_ENV: 'production' | 'development' | 'test'
  HOST: string
  PUBLIC_URL?: string | undefined
  SMTP_URL?: string | undefined
  VAPID_PUBLIC_KEY?: string | undefined
  VAPID_PRIVATE_KEY?: string | undefined
  PAYMENTS_URL?: string | undefined
  PAYMENTS_TOKEN?: string | undefined
  PAYMENTS_WEB_TOKEN?: string | undefined
  PAYMENTS_WEBHOOK_SECRET?: string | undefined
  PAYMENTS_SCRIPT?: string | undefined
  PAYMENTS_ORIGINS?: string | undefined
  PAYMENTS_STAND_IN?: boolean | undefined
}

const loopback = /^(127(\.\d+){3}|\[?::1\]?|localhost)$/
/** Whether an address or name means only this machine. */
export const isLoopback = (host: string): boolean => loopback.test(host)

const hostOf = (url: string | undefined): string => (url && URL.canParse(url) ? new URL(url).hostname : '')

/** Everything that is unsafe about these settings, a sentence each. */
export function unsafeSettings(env: Settings): string[] {
  return [...brokenKeys(env), ...halfPayments(env), ...unsafeIn(env)]
}

/** What is wrong with the key for push: half of it reaches no one, and two halves of different keys neither. */
function brokenKeys({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Settings): string[] {
  if (!VAPID_PUBLIC_KEY && !VAPID_PRIVATE_KEY) return []
  if (!VAPID_PRIVATE_KEY) return ['VAPID_PUBLIC_KEY is set, but VAPID_PRIVATE_KEY is missing.']
  if (!VAPID_PUBLIC_KEY) return ['VAPID_PRIVATE_KEY is set, but VAPID_PUBLIC_KEY is missing.']
  return publicHalf(VAPID_PRIVATE_KEY) === VAPID_PUBLIC_KEY
    ? []
    : ['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are halves of different keys.']
}

/** The public half of a key for push, in base64url. */
export function publicHalf(privateKey: string): string {
  const key = createECDH('prime256v1')
  key.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  return key.getPublicKey().toString('base64url')
}

function unsafeIn(env: Settings): string[] {
  if (env.NODE_ENV !== 'production')
    return isLoopback(env.HOST)
      ? []
      : [
          `HOST=${env.HOST} is open to the network, and ${env.NODE_ENV} shows the portal’s mails to everyone; set HOST=127.0.0.1 or NODE_ENV=production.`,
        ]
  const examples = Object.entries(env)
    .filter(([, value]) => typeof value === 'string' && /CHANGE_?ME/i.test(value))
    .map(([name]) => name)
  return [
    ...(examples.length > 0
      ? [`Production refuses the example’s ${examples.join(', ')}: CHANGE_ME is no secret.`]
      : []),
    ...(env.PUBLIC_URL && !env.PUBLIC_URL.startsWith('https:') && !isLoopback(hostOf(env.PUBLIC_URL))
      ? ['Production needs https: PUBLIC_URL must start with it.']
      : []),
    ...(env.SMTP_URL && mailTls(env.SMTP_URL) === 'switched off'
      ? ['Production sends no mail in clear: SMTP_URL must not switch TLS off.']
      : []),
    ...unsafePayments(env),
  ]
}

/** Whether mail to this server has to be encrypted: always, except to this machine itself. */
export function mailTls(url: string): 'required' | 'not needed' | 'switched off' {
  if (isLoopback(hostOf(url))) return 'not needed'
  // Of the TLS options in an address only two request more of it.
  const weakens = ([name, value]: [string, string]) =>
    /tls|secure/i.test(name) && !(/^(requiretls|secure)$/i.test(name) && value === 'true')
  return [...new URL(url).searchParams].some(weakens) ? 'switched off' : 'required'
}
