import type { Page, Request } from '@playwright/test'

export interface Script {
  name: string
  /** Bytes on the wire, headers apart. */
  bytes: number
  encoding: string | undefined
}

/** So many times in a row a page must have had nothing to do, and asked for nothing more, until it counts as settled. */
const quietTurns = 5

/** One turn of the page: a frame is drawn, what waits is done, and nothing is left to do. */
const turn = () =>
  new Promise<void>((done) => requestAnimationFrame(() => setTimeout(() => requestIdleCallback(() => done()))))

/** Notes what a page and its frames ask for from now on; the returned function waits until they ask for nothing more. */
function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>()
  let asked = 0
  page.on('request', (request) => {
    // The stream of changes never ends.
    if (request.resourceType() === 'eventsource') return
    underWay.add(request)
    asked += 1
  })
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return async () => {
    for (let [quiet, before] = [0, asked]; quiet < quietTurns; before = asked) {
      await page.evaluate(turn)
      quiet = asked === before && underWay.size === 0 ? quiet + 1 : 0
    }
  }
}

/**
 * Notes every script that a page and its frames load from the network from now on. The returned function counts requests
 * and turns of the page, not seconds: on a busy machine it gives the same scripts.
 */
export function watchScripts(page: Page): () => Promise<{ scripts: Script[]; kilobytes: number }> {
  const found: Promise<Script>[] = []
  const settled = watchRequests(page)
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url())
    if (request.resourceType() !== 'script' && !pathname.endsWith('.js')) return
    const script = Promise.all([request.sizes(), request.response()]).then(([sizes, response]) => {
      const headers = response?.headers() ?? {}
      return {
        name: pathname.replace('/assets/', ''),
        // Of a worker's script the browser tells no size: the server's own word stands for it.
        bytes: sizes.responseBodySize || Number(headers['content-length'] ?? 0),
        encoding: headers['content-encoding'],
      }
    })
    // One that arrives while the page is being closed can no longer be weighed; whoever waits for it still hears of it.
    script.catch(() => {})
    found.push(script)
  })
  return async () => {
    await settled()
    const scripts = await Promise.all(found)
    return { scripts, kilobytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 }
  }
}
