import { showFields } from './fields.ts'
import { setupIn, type Setup } from './messages.ts'
import { loadProvider } from './provider.ts'

/*
 * This script runs twice (README.md): in the page of our origin, and in the `data:` document that the page makes, whose
 * origin is its own. The provider's script is loaded in the second one only.
 */
const ourOrigin = new URL(import.meta.url).origin

/** Calls once, with the first whole message of the window around, if that is a page of the portal. */
function hearSetup(act: (setup: Setup, port: MessagePort) => void): void {
  const listen = ({ origin, source, data, ports: [port] }: MessageEvent) => {
    const setup = setupIn(data)
    if (!setup || !port || origin !== ourOrigin || source !== window.parent || window.parent === window) return
    window.removeEventListener('message', listen)
    act(setup, port)
  }
  window.addEventListener('message', listen)
}

/** Makes the document without our origin, and hands the first message on to it. */
function makeInner(setup: Setup, port: MessagePort): void {
  const styles = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')!.href
  const title = setup.kind === 'card' ? 'Card' : 'Bank account'
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="${styles}"><script type="module" crossorigin src="${import.meta.url}"></script></head><body></body></html>`
  const frame = document.createElement('iframe')
  frame.title = title
  frame.src = `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
  // An origin of its own has no name that a message could be addressed to. This one holds nothing secret.
  frame.addEventListener('load', () => frame.contentWindow!.postMessage(setup, '*', [port]), { once: true })
  document.body.append(frame)
}

if (location.protocol === 'data:') hearSetup((setup, port) => void showFields(document.body, setup, port, loadProvider))
else hearSetup(makeInner)
