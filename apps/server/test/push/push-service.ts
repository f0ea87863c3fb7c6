import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/**
 * A push service of the tests' own, which speaks the protocol and shares no code with what sends: it checks the server's
 * signature (RFC 8292) and the headers (RFC 8030), and opens with a browser's private key what was encrypted for it
 * (RFC 8291, 8188). It is at https://push.test, which `call` leads to this machine.
 */
export const host = 'push.test'

/** How the service answers for a browser: a status, or never, or with an address elsewhere, or without end. */
export type Behavior = number | 'hang' | 'redirect' | 'flood'

/** A message as it arrived, opened. */
export interface Arrived {
  browser: string
  text: string
  /** Everything that came: address, headers and the body before it was opened. */
  raw: string
}

export interface PushedBrowser {
  name: string
  body: { endpoint: string; keys: { p256dh: string; auth: string }; name: string }
}

export interface PushService {
  call: typeof fetch
  /** A browser with keys of its own. */
  browser(name?: string): PushedBrowser
  behave(browser: PushedBrowser, ...answers: Behavior[]): void
  arrived: Arrived[]
  /** Calls of a browser, however they were answered. */
  calls(browser: PushedBrowser): number
  close(): Promise<void>
}

interface Kept {
  privateKey: Buffer
  publicKey: Buffer
  auth: Buffer
  answers: Behavior[]
  calls: number
}

export async function openPushService(serverKey: () => string): Promise<PushService> {
  const browsers = new Map<string, Kept>()
  const arrived: Arrived[] = []
  const strangers: string[] = []

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const name = request.url!.slice('/send/'.length)
    const browser = browsers.get(name)
    if (!browser) {
      strangers.push(request.url!)
      return void response.writeHead(404).end()
    }
    browser.calls += 1
    const answer = browser.answers.length > 1 ? browser.answers.shift()! : browser.answers[0]!
    if (answer === 'hang') return
    if (answer === 'redirect') return void response.writeHead(307, { location: '/send/elsewhere' }).end()
    if (answer === 'flood') return flood(response)
    if (answer === 201) {
      const wrong = problem(request, serverKey())
      if (wrong) return void response.writeHead(403).end(wrong)
      arrived.push({
        browser: name,
        text: open(body, browser),
        raw: `${request.url} ${JSON.stringify(request.headers)} ${body}`,
      })
    }
    response.writeHead(answer).end(answer === 201 ? '' : 'Reasons that name an endpoint')
  }
  const server = createServer((request, response) => void take(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    arrived,
    call: (address, init) => fetch((address as string).replace(`https://${host}`, origin), init),
    browser(label = 'Chrome on Android') {
      const key = createECDH('prime256v1')
      key.generateKeys()
      const [name, auth] = [randomBytes(12).toString('hex'), randomBytes(16)]
      browsers.set(name, {
        privateKey: key.getPrivateKey(),
        publicKey: key.getPublicKey(),
        auth,
        answers: [201],
        calls: 0,
      })
      const keys = { p256dh: key.getPublicKey().toString('base64url'), auth: auth.toString('base64url') }
      return { name, body: { endpoint: `https://${host}/send/${name}`, keys, name: label } }
    },
    behave: ({ name }, ...answers) => void (browsers.get(name)!.answers = answers),
    calls: ({ name }) => browsers.get(name)!.calls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      if (strangers.length > 0) throw new Error(`The push service was asked for ${strangers.join(', ')}.`)
    },
  }
}

/** An answer that does not end by itself. */
function flood(response: ServerResponse): void {
  response.writeHead(500)
  const more = setInterval(() => response.write('x'.repeat(1_000)), 1)
  response.on('close', () => clearInterval(more))
}

const json = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>

/** What is wrong with a message's headers or signature; undefined where nothing is. */
function problem({ method, headers }: IncomingMessage, serverKey: string): string | undefined {
  if (method !== 'POST') return 'method'
  if (headers['content-encoding'] !== 'aes128gcm') return 'encoding'
  if (!/^\d+$/.test(String(headers.ttl))) return 'ttl'
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? []
  if (!token || key !== serverKey) return 'key'
  const [head, claims, signature] = token.split('.')
  const { aud, exp, sub } = json(claims) as { aud: string; exp: number; sub: string }
  if (json(head).alg !== 'ES256' || aud !== `https://${host}` || !/^mailto:.+@/.test(sub)) return 'claims'
  const left = exp - Date.now() / 1000
  if (left <= 0 || left > 24 * 3600) return 'expiry'
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  )
  return isSigned ? undefined : 'signature'
}

/** Opens one record of RFC 8188 with the keys of RFC 8291. */
function open(body: Buffer, { privateKey, publicKey, auth }: Kept): string {
  const [salt, senderKey] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)]
  const sealed = body.subarray(21 + body[20]!)
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const secret = derive(own.computeSecret(senderKey), auth, about, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // A record ends with its mark and padding.
  return opened.subarray(0, opened.lastIndexOf(2)).toString()
}
