import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { appUrlOf } from '../../src/db/migrate.ts'
import { refuseUnknownZone } from '../../src/db/time-zones.ts'
import { refuseDemoPeople } from '../../src/demo/published.ts'
import { warnOfStrangeProxy, webClient } from '../../src/http/security.ts'
import { apiBase } from '../../src/http/serve.ts'
import { hashPassword } from '../../src/modules/auth/index.ts'
import { startMailServer } from '../../src/services/mail/embedded.ts'
import { smtpMailer } from '../../src/services/mail/smtp.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn } from '../given.ts'

/** What production must not be started with, and how it behaves behind a proxy. */
let test: TestApp
const portal = 'https://portal.test'
beforeAll(async () => {
  test = await openTestApp({ environment: { PUBLIC_URL: portal } })
})
afterAll(() => test.close())

describe('behind a proxy that speaks http with us', () => {
  const password = 'Right-one-1'
  async function signIn() {
    const { id } = await givenIn(test).user('doctor')
    const { email } = await test.connection.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirstOrThrow()
    return test.raw(null, 'POST', '/login', { email, password })
  }

  it('sends cookies over https only, and tells browsers to stay on https', async () => {
    const { headers } = await signIn()
    expect(headers['set-cookie']).toMatch(/; Secure/)
    expect(headers['strict-transport-security']).toContain('max-age=')
  })

  it('the pages’ origin is PUBLIC_URL’s, whatever Host someone names', async () => {
    const { body } = await signIn()
    const out = (headers: Record<string, string>) =>
      test.app.fastify.inject({
        method: 'POST',
        url: `${apiBase}/logout`,
        headers: { cookie: `archwire_session=${body.token as string}`, ...headers },
      })
    expect((await out({ host: 'evil.test', origin: 'https://evil.test' })).statusCode).toBe(403)
    expect((await out({ host: 'portal.test', origin: 'http://portal.test' })).statusCode).toBe(403)
    expect((await out({ host: 'inner:4100', origin: portal })).statusCode).toBe(200)
  })

  it('the log says once that a proxy’s word is not taken, and nothing when it is', async () => {
    for (const [trustProxy, warnings] of [
      [false, 1],
      ['127.0.0.1', 0],
    ] as const) {
      const lines: string[] = []
      const fastify = Fastify({
        trustProxy,
        logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } },
      })
      warnOfStrangeProxy(fastify)
      fastify.get('/', async () => ({}))
      const ask = () => fastify.inject({ url: '/', headers: { 'x-forwarded-for': '10.0.0.9' } })
      await ask()
      await ask()
      await fastify.inject('/')
      expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(warnings)
      await fastify.close()
    }
  })
})

it('a page answers HEAD as it answers GET, an unknown call does not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  const fastify = Fastify()
  webClient(fastify, folder, undefined)
  const head = async (url: string) => (await fastify.inject({ method: 'HEAD', url })).statusCode
  expect([await head('/'), await head('/patients'), await head('/api/v1/nothing')]).toEqual([200, 200, 404])
  await fastify.close()
  rmSync(folder, { recursive: true })
})

it('a file of the client comes packed and for a year, by its exact name only, and nothing beside its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(folder, 'assets'))
  for (const [file, text] of Object.entries({
    'index.html': 'page',
    'pages.json': '{}',
    'assets/list-a1.js': 'as it is',
    'assets/list-a1.js.br': 'packed',
  }))
    writeFileSync(join(folder, file), text)
  const fastify = Fastify()
  webClient(fastify, folder, undefined)
  const ask = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, body, headers } = await fastify.inject({ method, url, headers: { 'accept-encoding': 'br' } })
    return { statusCode, body, ...headers }
  }
  const packed = { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' }
  expect(await ask('/assets/list-a1.js')).toMatchObject({ statusCode: 200, body: 'packed', ...packed })
  expect(await ask('/assets/list-a1.js', 'HEAD')).toMatchObject({ statusCode: 200, body: '', ...packed })
  for (const name of ['LIST-a1.js', 'list-a1', '', '..%2fpages.json', '..%5cpages.json', '.', 'list-a1.js%00'])
    expect((await ask(`/assets/${name}`)).body, name).not.toMatch(/as it is|packed|\{\}/)
  await fastify.close()
  rmSync(folder, { recursive: true })
})

it('a page names its own scripts and styles in its HTML, no other page does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><head></head>')
  writeFileSync(
    join(folder, 'pages.json'),
    JSON.stringify({
      '/requests/:id': { base: ['assets/a.js'], own: ['assets/b.js'], styles: ['assets/c.css'], framed: true },
    }),
  )
  const fastify = Fastify()
  webClient(fastify, folder, undefined)
  const scriptsOf = async (url: string) =>
    [...(await fastify.inject(url)).body.matchAll(/<link rel="(?:modulepreload|preload)" [^>]*href="([^"]+)">/g)].map(
      ([, file]) => file,
    )
  expect(await scriptsOf('/requests/7?from=mail')).toEqual(['/assets/a.js', '/assets/c.css', '/assets/b.js'])
  expect(await scriptsOf('/requests')).toEqual([])
  await fastify.close()
  rmSync(folder, { recursive: true })
})

it('what makes the portal an app is asked for anew each time, and the service worker may load nothing (screens/offline)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  for (const part of ['assets', 'icons']) mkdirSync(join(folder, part))
  for (const file of ['index.html', 'offline.html', 'sw.js', 'manifest.webmanifest', 'icons/icon-192.png'])
    writeFileSync(join(folder, file), 'x')
  const fastify = Fastify()
  webClient(fastify, folder, undefined)
  const ask = async (url: string) => {
    const { statusCode, headers } = await fastify.inject(url)
    return { statusCode, ...headers }
  }
  expect(await ask('/sw.js')).toMatchObject({
    statusCode: 200,
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'service-worker-allowed': '/',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
  expect(await ask('/manifest.webmanifest')).toMatchObject({
    'content-type': 'application/manifest+json',
    'cache-control': 'no-cache',
  })
  expect(await ask('/icons/icon-192.png')).toMatchObject({ statusCode: 200, 'content-type': 'image/png' })
  const offline = await ask('/offline.html')
  expect(offline['content-security-policy']).toContain("script-src 'self'; style-src 'self' 'nonce-")
  expect((await ask('/'))['content-security-policy']).toContain("manifest-src 'self'")
  await fastify.close()
  rmSync(folder, { recursive: true })
})

describe('production refuses', () => {
  it('demo people', async () => {
    const { db } = test.connection
    await refuseDemoPeople(db)
    const { id } = await givenIn(test).user('doctor')
    await sql`update users set email = ${`Demo${id}@archwire.example`} where id = ${id}`.execute(db)
    await expect(refuseDemoPeople(db)).rejects.toThrow('whose password is published')
    await sql`update users set deleted_at = now() where id = ${id}`.execute(db)
    await refuseDemoPeople(db)
  })

  it('a lab zone that Intl or PostgreSQL does not know (screens/dates)', async () => {
    expect(() => readConfig({ NODE_ENV: 'test', LAB_ZONE: 'Mars/Olympus' })).toThrow('This time zone is unknown.')
    const { db } = test.connection
    await expect(refuseUnknownZone(db, 'SystemV/PST8')).rejects.toThrow('PostgreSQL does not know SystemV/PST8.')
    await refuseUnknownZone(db, 'America/Indiana/Indianapolis')
  })

  it('npm start', async () => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '..', '..', '..', '..', 'tools', 'tasks', 'start.ts')],
      {
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const [code] = (await once(child, 'exit')) as [number]
    expect([code, said]).toEqual([1, expect.stringContaining('it is not for production')])
  })

  it('a password of the application’s role that follows from nothing', () => {
    expect(() => appUrlOf('postgres://archwire_owner@db/archwire')).toThrow('name it in DATABASE_APP_URL')
    expect(appUrlOf('postgres://archwire_owner:secret@db/archwire')).toMatch(/archwire_app:[0-9a-f]{64}@/)
  })

  it('to send mail where TLS was stripped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mails-'))
    const server = await startMailServer(folder)
    const mail = { id: 1, to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' }
    const strict = smtpMailer(server.url, 'lab@example.com', { requireTls: true })
    await expect(strict.send(mail)).rejects.toThrow()
    await strict.close()
    const lax = smtpMailer(server.url, 'lab@example.com', { ignoreTls: true })
    await lax.send(mail)
    await lax.close()
    await server.close()
    rmSync(folder, { recursive: true })
  })
})
