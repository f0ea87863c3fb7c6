import webpush from 'web-push'
import type { PushSettings } from '../../config.ts'
import type { Pusher } from './port.ts'

/** A message that waited longer with the push service is no longer shown: the bell has it. */
const keptSeconds = 24 * 3600
/** A push service answers with a status and hardly a word. */
const mostAnswer = 4_096

interface Options {
  call?: typeof fetch
  patienceMs?: number
}

/** An answer that did not take the message; of it only the status is kept, which no log may do harm with. */
export class PushRefused extends Error {
  readonly code: string
  constructor(status: number) {
    super(`The push service answered ${status}.`)
    this.name = 'PushRefused'
    this.code = `HTTP_${status}`
  }
}

/** Whether the host of an address is one of these: a name, or `*.` and the end of names. */
export function isHostOf(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  // The end of a name alone is no host.
  if (hostname.split('.').includes('')) return false
  return hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}

/**
 * The real adapter: encrypts for the browser (RFC 8291) and signs for its push service (RFC 8292). Addresses come from
 * browsers, so only the known services are called (`safety/other-sites`): no redirect is followed, every wait ends, and
 * of an answer little is read.
 * @param options for tests, which have a push service of their own
 */
export function webPusher(
  { publicKey, privateKey, subject, hosts }: PushSettings,
  { call = fetch, patienceMs = 10_000 }: Options = {},
): Pusher {
  const reaches = (endpoint: string) => isHostOf(endpoint, hosts)
  return {
    publicKey,
    reaches,
    async send({ endpoint, keys }, message) {
      // The list was shortened in the meantime.
      if (!reaches(endpoint)) return 'gone'
      const { headers, body, method } = webpush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: keptSeconds,
        urgency: 'normal',
        contentEncoding: 'aes128gcm',
      })
      const { 'Content-Length': _length, ...sent } = headers as Record<string, string | number>
      const answer = await call(endpoint, {
        method,
        headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(patienceMs),
      })
      await readLittle(answer)
      if (answer.ok) return 'taken'
      if (answer.status === 404 || answer.status === 410) return 'gone'
      throw new PushRefused(answer.status)
    },
  }
}

/** Reads an answer to its end, so that its connection can be used again, or hangs up where there is no end. */
async function readLittle({ body }: Response): Promise<void> {
  if (!body) return
  const reader = body.getReader()
  for (let read = 0; read <= mostAnswer;) {
    const { done, value } = await reader.read()
    if (done) return
    read += value.byteLength
  }
  await reader.cancel()
}
