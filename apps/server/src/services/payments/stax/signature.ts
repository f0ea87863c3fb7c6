import { createHmac, timingSafeEqual } from 'node:crypto'
import { UnsignedEvent } from '../port.ts'

/**
 * Signed reports: HMAC-SHA256 over time, id, type and the raw body. The id and the type are part of what is signed, so that a
 * copied report cannot be made to count twice, or as something else.
 */
export const eventHeaders = {
  id: 'stax-event-id',
  type: 'stax-event-name',
  signature: 'stax-signature',
} as const

/** How old a report may be, and how far ahead its sender's clock. */
export const windowSeconds = 300

const macOf = (secret: string, seconds: string, id: string, type: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.${id}.${type}.`).update(body).digest()

/** The headers that a report is sent with at this time. */
export function signEvent(
  secret: string,
  event: { id: string; type: string; body: Uint8Array },
  at: Date,
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const mac = macOf(secret, seconds, event.id, event.type, event.body).toString('hex')
  return {
    [eventHeaders.id]: event.id,
    [eventHeaders.type]: event.type,
    [eventHeaders.signature]: `t=${seconds},v1=${mac}`,
  }
}

/** Ids and types as they are stored. */
const plainName = /^[\w.:-]{1,100}$/

/** The id and type of a signed report. @throws UnsignedEvent for a wrong signature or a time outside of the window */
export function verifyEvent(
  secret: string,
  body: Uint8Array,
  headers: Record<string, string | string[] | undefined>,
  now: Date,
): { id: string; type: string; signedAt: Date } {
  const [id, type, signature] = [eventHeaders.id, eventHeaders.type, eventHeaders.signature].map(
    (name) => headers[name],
  )
  if (typeof id !== 'string' || typeof type !== 'string' || typeof signature !== 'string')
    throw new UnsignedEvent('The report is not signed.')
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature)
  if (!parts || !plainName.test(id) || !plainName.test(type)) throw new UnsignedEvent('The report is not signed.')
  const [, seconds = '', mac = ''] = parts
  if (!timingSafeEqual(macOf(secret, seconds, id, type, body), Buffer.from(mac, 'hex')))
    throw new UnsignedEvent('The signature of the report is wrong.')
  if (Math.abs(now.getTime() - Number(seconds) * 1000) > windowSeconds * 1000)
    throw new UnsignedEvent('The report is too old.')
  return { id, type, signedAt: new Date(Number(seconds) * 1000) }
}
