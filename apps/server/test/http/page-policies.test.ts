import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { webClient } from '../../src/http/security.ts'

/** What each page may load, and who may frame it (`safety/pages`, `safety/payment-fields`); by hand, word by word. */
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'assets'))
writeFileSync(join(folder, 'assets', 'script.js'), 'export {}')
writeFileSync(join(folder, 'pages.json'), JSON.stringify({ '/login': ['assets/script.js'] }))
for (const file of ['index', 'viewer', 'reference', 'offline', 'payment-fields'])
  writeFileSync(join(folder, `${file}.html`), `<!doctype html><title>${file}</title><head></head>`)

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

const own = (said: { styles?: string; bucket?: string; framedBy?: string } = {}) => {
  const { styles = "'nonce'", bucket = '', framedBy = "'none'" } = said
  return `default-src 'self'; script-src 'self'; style-src 'self' ${styles}; img-src 'self' data: blob:${bucket}; font-src 'self'; connect-src 'self' blob:${bucket}; worker-src 'self' blob:; manifest-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors ${framedBy}`
}
const bucket = 'https://bucket.test'
const withBucket = own({ bucket: ` ${bucket}` })
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
    expect((await ask('/')).policy).toBe(own())
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
