import { hearPushes } from './push.ts'

/**
 * The portal's service worker (`screens/offline`): it keeps the page that says that there is no line, and files whose
 * names carry their hash. It never sees an answer of the API, nor a file of a case: those it lets pass.
 */
declare const self: ServiceWorkerGlobalScope & {
  /** Written in front of this script by the build: what the offline page consists of, and which build this is. */
  readonly shell: readonly string[]
  readonly release: string
}

const offlinePage = '/offline.html'
const prefix = 'archwire-'
const kept = prefix + self.release

hearPushes()

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell())
})
async function keepShell(): Promise<void> {
  const cache = await caches.open(kept)
  // From the server itself: an older copy of the page would name files that are gone.
  await cache.addAll(self.shell.map((path) => new Request(path, { cache: 'reload' })))
  // Nothing of an open page depends on the worker that it began with, so the new one need not wait for its end.
  await self.skipWaiting()
}

self.addEventListener('activate', (event) => {
  event.waitUntil(takeOver())
})
async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== kept) await caches.delete(name)
  // A page is asked for while the worker still starts.
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || request.headers.has('range')) return
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event))
  else if (request.mode === 'navigate' && request.destination === 'document' && !/^\/(api|storage)\//.test(pathname))
    event.respondWith(page(event))
})

/** A file of this release, from here where it was asked for before. */
async function asset(event: FetchEvent): Promise<Response> {
  const cache = await caches.open(kept)
  const known = await cache.match(event.request, { ignoreVary: true })
  if (known) return known
  const answer = await fetch(event.request)
  // A full disk is no reason to show nothing.
  if (answer.status === 200) event.waitUntil(cache.put(event.request, answer.clone()).catch(() => {}))
  return answer
}

/** What a proxy answers while the portal behind it does not. */
const noPortal = new Set([502, 503, 504])

/** A page comes from the server, always; without a line comes the one that waits for it. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    const answer = ((await event.preloadResponse) as Response | undefined) ?? (await fetch(event.request))
    if (!noPortal.has(answer.status)) return answer
  } catch {
    // No line.
  }
  return (await caches.match(offlinePage)) ?? Response.error()
}
