import type { Page } from '@playwright/test'

export interface Script {
  name: string
  /** Bytes on the wire, headers apart. */
  bytes: number
  encoding: string | undefined
}

/** Notes every script that a page and its frames load from the network from now on. */
export function watchScripts(page: Page): () => Promise<{ scripts: Script[]; kilobytes: number }> {
  const found: Promise<Script>[] = []
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
    const scripts = await Promise.all(found)
    return { scripts, kilobytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 }
  }
}
