import { cdp } from 'vitest/browser'

/** The browser's own protocol, which the tests' types leave open. */
const send = (method: string, params: object): Promise<unknown> =>
  (cdp() as unknown as { send: (method: string, params: object) => Promise<unknown> }).send(method, params)

/** Composes a text in the focused field, as an input method does. */
export const compose = (text: string): Promise<unknown> =>
  send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })

/** Ends composing with this text. */
export const endComposing = (text: string): Promise<unknown> => send('Input.insertText', { text })
