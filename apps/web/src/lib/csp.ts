/* oxlint-disable no-underscore-dangle -- the name is what the libraries look for */
declare global {
  var __webpack_nonce__: string | undefined
}

/** The nonce of this response's content security policy; the server writes it into the page. */
export const cspNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// Libraries that add one style element of their own (scroll locking in dialogs) look for it here.
globalThis.__webpack_nonce__ = cspNonce
