import type { AnyRouter } from '@tanstack/react-router'
import { ownPath } from './own-path.ts'
import { holdsNothing } from './unsaved-work.ts'

const hourMs = 3_600_000

/**
 * Registers the worker that answers without a line, once the page is there (`screens/release`). A newer release takes over
 * beneath an open page, which goes on with the files that it has; the next page that is opened begins anew with the new
 * ones, unless something typed would be lost.
 */
export function keepServiceWorker(router: AnyRouter): () => void {
  const workers = navigator.serviceWorker
  // Development serves no files with hashes.
  if (!import.meta.env.PROD || !workers) return () => {}
  const first = workers.controller === null
  let releases = 0
  const onTakeOver = () => void (releases += 1)
  workers.addEventListener('controllerchange', onTakeOver)
  const unsubscribe = router.subscribe('onBeforeLoad', ({ pathChanged, toLocation }) => {
    // That a first worker takes over is no new release.
    if (releases > Number(first) && pathChanged && holdsNothing()) location.assign(toLocation.href)
  })
  // A notice that was tapped opens in the page that is there (service-worker/push.ts).
  const onMessage = ({ data, ports: [port] }: MessageEvent<{ open?: string }>) => {
    const path = ownPath(data.open)
    if (!path) return
    port?.postMessage('opened')
    router.history.push(path)
  }
  workers.addEventListener('message', onMessage)
  const registered = workers.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined)
  // A page stays open for days; the browser itself looks for a newer worker when a document is loaded.
  let looked = Date.now()
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < hourMs) return
    looked = Date.now()
    void registered.then((registration) => registration?.update()).catch(() => {})
  }
  document.addEventListener('visibilitychange', look)
  return () => {
    workers.removeEventListener('controllerchange', onTakeOver)
    workers.removeEventListener('message', onMessage)
    document.removeEventListener('visibilitychange', look)
    unsubscribe()
  }
}
