import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { webClient } from '../../src/http/security.ts'

/** What each page may load, and who may frame it (`safety/pages`, `safety/payment-fields`); by hand, word by word. */
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets', 'script.js'), 'export {}')
const files = { base: [], own: ['assets/script.js'], styles: [], framed: false }
writeFileSync(join(folder, 'pages.json'), JSON.stringify({ '/login': files, '/account': { ...files, framed: true } }))
/** The first script is written into the portal's page, and the outline of its shell. */
const body = '<script>show()</script><div id="root"><!-- frame --><b>Shell</b><!-- /frame --></div>'
for (const file of ['index', 'viewer', 'reference', 'offline', 'payment-fields'])
  writeFileSync(
    join(folder, `${file}.html`),
    `<!doctype html><title>${file}</title><head></head>${file === 'index' ? body : ''}`,
  )

const provider = {
  script: 'https://pay.test/js/fields.js',
  origin: 'https://pay.test',
  more_origins: ['https://frames.pay.test'],
  web_token: 'public',
  is_stand_in: false,
}
async function ask(url: string, { storage, payments }: { storage?: string; payments?: typeof provider } = {}) {
  const fastify = Fastify()
  webClient(fastify, folder, storage, payments)
  const { headers, body, statusCode } = await fastify.inject(url)
  await fastify.close()
  return {
    statusCode,
    headers,
    title: /<title>(.*)<\/title>/.exec(body)?.[1],
    policy: String(headers['content-security-policy']).replace(/'nonce-[^']+'/, "'nonce'"),
  }
}

/** Of `show()`, as the policy names it: `openssl dgst -sha256 -binary | base64`. */
const inline = " 'sha256-bZcXq6A55386WOhnm+CkmXOdvD/gkjsQT5fkz6gxfg8='"
const own = (said: { styles?: string; bucket?: string; framedBy?: string; scripts?: string } = {}) => {
  const { styles = "'nonce'", bucket = '', framedBy = "'none'", scripts = '' } = said
  return `default-src 'self'; script-src 'self'${scripts}; style-src 'self' ${styles}; img-src 'self' data: blob:${bucket}; font-src 'self'; connect-src 'self' blob:${bucket}; worker-src 'self' blob:; manifest-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors ${framedBy}`
}
const bucket = 'https://bucket.test'
const withBucket = own({ bucket: ` ${bucket}`, scripts: inline })
const pages: [url: string, title: string, policy: string][] = [
  ['/', 'index', withBucket],
  ['/login', 'index', withBucket],
  ['/shared/Ab-_9', 'index', withBucket],
  ['/account?tab=2', 'index', withBucket],
  ['/viewer/0123456789abcdef0123456789abcdef', 'viewer', own({ bucket: ` ${bucket}`, framedBy: "'self'" })],
  ['/api/docs', 'reference', own({ styles: "'unsafe-inline'" })],
  ['/offline.html', 'offline', own()],
  [
    '/payment-fields',
    'payment-fields',
    "default-src 'none'; script-src 'self' https://pay.test https://frames.pay.test; style-src 'self'; connect-src https://pay.test https://frames.pay.test; frame-src data: https://pay.test https://frames.pay.test; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts allow-forms allow-same-origin",
  ],
]

describe('the policy of a page', () => {
  it.each(pages)('%s', async (url, title, policy) => {
    const answer = await ask(url, { storage: bucket, payments: provider })
    expect(answer).toMatchObject({ statusCode: 200, title, policy })
  })

  it('is the same without a provider, and the document for its fields is not there', async () => {
    for (const [url, title, policy] of pages.slice(0, -1))
      expect(await ask(url, { storage: bucket }), url).toMatchObject({ title, policy })
    expect(await ask('/payment-fields', { storage: bucket })).toMatchObject({ title: 'index', policy: withBucket })
  })

  it('names no bucket where files are kept here, and one origin of a provider that has no more', async () => {
    expect((await ask('/')).policy).toBe(own({ scripts: inline }))
    const { policy } = await ask('/payment-fields', { payments: { ...provider, more_origins: [] } })
    expect(policy).toContain(
      "script-src 'self' https://pay.test; style-src 'self'; connect-src https://pay.test; frame-src data: https://pay.test;",
    )
  })
})

it('a script can be loaded by a document with an origin of its own; pages and their answers cannot', async () => {
  expect((await ask('/assets/script.js')).headers['access-control-allow-origin']).toBe('*')
  for (const [url] of pages)
    expect((await ask(url, { payments: provider })).headers, url).not.toHaveProperty('access-control-allow-origin')
})

describe('the outline of the shell (screens/first-paint)', () => {
  const shown = async (url: string, headers: Record<string, string> = {}) => {
    const fastify = Fastify()
    await fastify.register(cookie)
    webClient(fastify, folder, undefined)
    const answer = await fastify.inject({ url, headers })
    await fastify.close()
    return answer
  }

  it.each([
    ['/account?tab=2', true],
    ['/login', false],
    ['/', false],
    ['/shared/Ab-_9', false],
  ])('%s: %s', async (url, isFramed) => {
    expect((await shown(url)).body.includes('<b>Shell</b>')).toBe(isFramed)
  })

  it('comes packed to a browser that takes that, with the scripts of its page', async () => {
    const { headers, rawPayload } = await shown('/account', { 'accept-encoding': 'br, gzip' })
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    const html = gunzipSync(rawPayload).toString()
    expect(html).toContain('<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/script.js">')
    expect(html).toContain('<b>Shell</b>')
  })

  const mark = '<meta name="signed-out">'
  it.each([
    ['typed', { 'sec-fetch-site': 'none' }, true],
    ['a link of ours', { 'sec-fetch-site': 'same-origin' }, true],
    ['typed, with a session', { 'sec-fetch-site': 'none', cookie: 'archwire_session=x' }, false],
    ['a link of another site, which brings no cookie', { 'sec-fetch-site': 'cross-site' }, false],
    ['a browser that does not say', {}, false],
  ])('a page says that no one is signed in where that is certain: %s', async (_, headers, isSaid) => {
    for (const url of ['/login', '/account', '/nowhere'])
      expect((await shown(url, headers)).body.includes(mark), url).toBe(isSaid)
  })
})
