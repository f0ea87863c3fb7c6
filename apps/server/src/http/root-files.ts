import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The service worker's own policy: what it fetches is ours, and it loads nothing. */
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** Files with fixed names beside the pages; browsers ask for them at these addresses. */
const files: Record<string, Record<string, string>> = {
  'favicon.svg': { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' },
  'favicon.ico': { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=86400' },
  // What makes the portal an app: a new release must be seen at the next look.
  'manifest.webmanifest': { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
  'sw.js': {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'service-worker-allowed': '/',
    'content-security-policy': workerPolicy,
  },
}

/** Serves what is beside the pages under a fixed name: icons, the manifest, the service worker (`screens/offline`). */
export function rootFiles(fastify: FastifyInstance, folder: string): void {
  for (const [name, headers] of Object.entries(files)) {
    if (!existsSync(join(folder, name))) continue
    const bytes = readFileSync(join(folder, name))
    fastify.get(`/${name}`, (_request, reply) => reply.headers(headers).send(bytes))
  }
  if (existsSync(join(folder, 'icons')))
    void fastify.register(fastifyStatic, {
      root: join(folder, 'icons'),
      prefix: '/icons/',
      maxAge: '1d',
      decorateReply: false,
    })
}
