import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PaymentFieldsSource } from '../services/payments/port.ts'
import { answerUnknown } from './errors.ts'
import { filesOfPages, htmlOf, isSignedOut, namesOfScripts, signedOutMark, type PageFiles } from './portal-page.ts'
import { rootFiles } from './root-files.ts'
import { apiBase } from './serve.ts'

/** Ids of scenes as files/process.ts creates them. */
const sceneId = /^[0-9a-f]{32}$/

interface PageOptions {
  frameAncestors: string
  /** For pages whose script injects its own styles and that show no user content. */
  ownStyles?: true
  /** The other origin that files come from and go to, if any. */
  storage: string | undefined
  /** The scripts that are written into it, by their hashes. */
  scripts?: string
}

/**
 * Everything from ourselves (files also from the storage); inline scripts by their hash; styles by nonce; framed by no one
 * (`safety/pages`).
 */
const policy = (nonce: string, { frameAncestors, storage, ownStyles, scripts = '' }: PageOptions) =>
  [
    "default-src 'self'",
    `script-src 'self'${scripts}`,
    ownStyles ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${storage ? ` ${storage}` : ''}`,
    "font-src 'self'",
    `connect-src ${["'self'", 'blob:', ...(storage ? [storage] : [])].join(' ')}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

/**
 * The policy of the document with the payment provider's fields (`safety/payment-fields`). It reaches the provider and
 * no address of ours but scripts and styles. The `data:` document in it, where the provider's script runs, has an origin
 * of its own and inherits all of this (docs/decisions/120).
 */
function paymentFieldsPolicy({ origin, more_origins = [] }: PaymentFieldsSource): string {
  const provider = [origin, ...more_origins].join(' ')
  return [
    "default-src 'none'",
    `script-src 'self' ${provider}`,
    "style-src 'self'",
    `connect-src ${provider}`,
    `frame-src data: ${provider}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    // No other window, no dialog, and no way to lead the page around elsewhere.
    'sandbox allow-scripts allow-forms allow-same-origin',
  ].join('; ')
}

export function securityHeaders(fastify: FastifyInstance, { secure }: { secure: boolean }): void {
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('x-content-type-options', 'nosniff')
    // The others are about documents; a page has up to two hundred scripts and styles.
    if (!request.url.startsWith('/assets/'))
      void reply.headers({
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
      })
    if (request.url.startsWith(apiBase)) void reply.header('cache-control', 'no-store')
    if (secure || request.protocol === 'https')
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  })
}

/**
 * The web client: hashed assets for a year, precompressed; pages with a fresh nonce each. The viewer is a page of its
 * own that only our own pages may frame; its WebAssembly (mesh decoding) runs in a worker, under no page's policy. So
 * is the API reference, whose viewer injects its own styles; it evaluates no generated code, and reaches this origin
 * only. The payment provider's fields have a document with a policy of its own; no other page loads anything of the
 * provider.
 */
export function webClient(
  fastify: FastifyInstance,
  folder: string,
  storage: string | undefined,
  payments?: PaymentFieldsSource,
): void {
  if (!existsSync(join(folder, 'index.html'))) return void fastify.setNotFoundHandler(answerUnknown)
  const assets = join(folder, 'assets')
  void fastify.register(fastifyStatic, {
    root: assets,
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // What never changes is not asked for again.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    // A document without our origin loads them, too (`payment-fields`): a module needs this. They hold nothing secret.
    setHeaders: (reply) => void reply.header('access-control-allow-origin', '*'),
  })
  // Known by name from the start, as the pages are that name them: found one by one, each of the dozens of a page would
  // read the whole folder, to be sure that it is spelled so.
  const names = new Set(readdirSync(assets))
  fastify.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    names.has(name) ? reply.sendFile(name) : reply.callNotFound(),
  )
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const page = (html: string, options: PageOptions) => {
    const withScripts = { ...options, scripts: namesOfScripts(html) }
    return (reply: FastifyReply, more = '') => {
      const nonce = randomBytes(16).toString('base64')
      void reply.headers({
        'content-security-policy': policy(nonce, withScripts),
        'cache-control': 'no-store',
        'content-type': 'text/html; charset=utf-8',
        vary: 'accept-encoding',
      })
      const text = html.replaceAll('__CSP_NONCE__', nonce).replace('</head>', `${more}</head>`)
      // A page names up to two hundred files, and its first line is waited for.
      if (!/\bgzip\b/.test(String(reply.request.headers['accept-encoding']))) return reply.send(text)
      return reply.header('content-encoding', 'gzip').send(gzipSync(text))
    }
  }
  const index = read('index.html')
  const portal = (files?: PageFiles) => {
    const show = page(htmlOf(index, files), { frameAncestors: "'none'", storage })
    return (request: FastifyRequest, reply: FastifyReply) => show(reply, isSignedOut(request) ? signedOutMark : '')
  }
  if (existsSync(join(folder, 'viewer.html'))) {
    const viewer = page(read('viewer.html'), { frameAncestors: "'self'", storage })
    fastify.get<{ Params: { viewerId: string } }>('/viewer/:viewerId', ({ params }, reply) => {
      // The scene is preloaded beside the script that will request it. Opening a share link is counted, so it is never
      // preloaded.
      if (sceneId.test(params.viewerId))
        void reply.header('link', `<${apiBase}/scenes/${params.viewerId}>; rel=preload; as=fetch; crossorigin`)
      return viewer(reply)
    })
  }
  if (existsSync(join(folder, 'reference.html'))) {
    const reference = page(read('reference.html'), { frameAncestors: "'none'", storage: undefined, ownStyles: true })
    fastify.get('/api/docs', (_request, reply) => reference(reply))
  }
  if (existsSync(join(folder, 'offline.html'))) {
    const offline = page(read('offline.html'), { frameAncestors: "'none'", storage: undefined })
    fastify.get('/offline.html', (_request, reply) => offline(reply))
  }
  if (payments && existsSync(join(folder, 'payment-fields.html'))) {
    const html = read('payment-fields.html')
    const headers = {
      'content-security-policy': paymentFieldsPolicy(payments),
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    }
    fastify.get('/payment-fields', (_request, reply) => reply.headers(headers).send(html))
  }
  rootFiles(fastify, folder)
  for (const [address, files] of Object.entries(filesOfPages(folder))) fastify.get(address, portal(files))
  const other = portal()
  fastify.setNotFoundHandler((request, reply) => {
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !request.url.startsWith('/api/') &&
      !request.url.startsWith('/assets/') &&
      !request.url.startsWith('/storage/')
    return wantsPage ? other(request, reply) : answerUnknown(request, reply)
  })
}

/**
 * Logs once that a proxy's header is not trusted: then all clients count as one address, and one guesser's failures
 * lock everyone out.
 */
export function warnOfStrangeProxy(fastify: FastifyInstance): void {
  let said = false
  fastify.addHook('onRequest', async (request) => {
    const peer = request.socket.remoteAddress
    if (said || request.headers['x-forwarded-for'] === undefined || request.ip !== peer) return
    said = true
    request.log.warn(
      { peer },
      'X-Forwarded-For comes from an address that TRUST_PROXY does not name, so rate limits count all clients behind it as one',
    )
  })
}
