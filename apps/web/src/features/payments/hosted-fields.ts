import type { PaymentFields } from '@archwire/contract/payments/schema.ts'
import {
  fieldsMessage,
  type FieldsMessage,
  type HostedName,
  type MethodKind,
  type PageMessage,
  type Refusal,
  type Scheme,
  type Setup,
} from '../../payment-fields/messages.ts'

/** The address of the document with the provider's fields. */
export const fieldsPage = { address: '/payment-fields' }

/** How long the document and its fields are waited for, and how long an answer is: longer than it waits itself. */
const loadingMs = 40_000
const answerMs = 70_000

/** The provider refused what was entered, or did not answer. */
export class TokenRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super('refused')
    this.refusal = refusal
  }
}
const silent: Refusal = { message: undefined, fields: [] }

/** The provider's fields, as the form around them uses them. */
export interface HostedForm {
  /**
   * Gives the provider what was entered in its fields, with these details.
   * @throws TokenRefused
   */
  tokenize: (details: Record<string, string>) => Promise<{ id: string }>
}

/** The document in its frame. */
export interface FieldsFrame extends HostedForm {
  tell: (message: PageMessage) => void
  /** No message of it is heard any more. */
  close: () => void
}

interface Options {
  fields: PaymentFields
  kind: MethodKind
  scheme: Scheme
  ground: string
  narrow: boolean
  onReady: () => void
  onFailed: () => void
  onHeight: (pixels: number) => void
  onValid: (valid: ReadonlyMap<HostedName, boolean>) => void
}

/**
 * Loads the document with the provider's fields into a frame, and talks with it through a port of its own
 * (`safety/payment-fields`). The document runs the provider's script: only messages of known shapes are taken.
 */
export function openFields(frame: HTMLIFrameElement, options: Options): FieldsFrame {
  const { port1: port, port2 } = new MessageChannel()
  const waiting = new Map<number, (answer: FieldsMessage) => void>()
  const timer = setTimeout(options.onFailed, loadingMs)
  let requests = 0
  port.addEventListener('message', ({ data }) => {
    const message = fieldsMessage(data)
    switch (message?.type) {
      case 'ready':
        clearTimeout(timer)
        return options.onReady()
      case 'failed':
        clearTimeout(timer)
        return options.onFailed()
      case 'height':
        return options.onHeight(message.height)
      case 'valid':
        return options.onValid(new Map(message.valid))
      case 'token':
      case 'refused':
        return waiting.get(message.request)?.(message)
      case undefined:
    }
  })
  port.start()
  const { script, web_token: webToken } = options.fields
  const { kind, scheme, ground, narrow } = options
  const setup: Setup = { type: 'archwire:payment-fields', script, webToken, kind, scheme, ground, narrow }
  const closed = new AbortController()
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(setup, location.origin, [port2]), {
    once: true,
    signal: closed.signal,
  })
  frame.src = fieldsPage.address
  return {
    tell: (message) => port.postMessage(message),
    tokenize: (details) =>
      new Promise((resolve, reject) => {
        const request = ++requests
        const late = setTimeout(() => reject(new TokenRefused(silent)), answerMs)
        waiting.set(request, (answer) => {
          clearTimeout(late)
          waiting.delete(request)
          if (answer.type === 'token') resolve({ id: answer.token })
          else if (answer.type === 'refused') reject(new TokenRefused(answer.refusal))
        })
        port.postMessage({ type: 'tokenize', request, details } satisfies PageMessage)
      }),
    close: () => {
      clearTimeout(timer)
      closed.abort()
      port.close()
    },
  }
}
