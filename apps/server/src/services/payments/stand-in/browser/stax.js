// The script that a page of the portal loads from the stand-in. Its interface is that of the provider's script, as far as the
// portal uses it; README.md beside this folder describes it. What is typed into the fields stays in their frames.
;(() => {
  const origin = new URL(document.currentScript.src).origin
  const forms = {
    card: { fields: ['number', 'cvv'], valid: ['validNumber', 'validCvv'] },
    bank: { fields: ['bank_account', 'bank_routing'], valid: ['validAccount', 'validRouting'] },
  }
  const titles = {
    number: 'Card number',
    cvv: 'Security code',
    bank_account: 'Account number',
    bank_routing: 'Routing number',
  }
  const failed = { message: 'The payment provider did not answer. Please try again.' }

  class StaxJs {
    #webToken
    #options
    #listeners = new Map()
    /** The ports of the frames, and what they last said of their fields. */
    #ports = new Map()
    #states = new Map()
    #waiting = new Map()
    #tokens = 0

    constructor(webToken, options = {}) {
      this.#webToken = webToken
      this.#options = options
    }

    /** Calls the listener whenever the fields of a form are complete, or are not: `card_form_complete` and so on. */
    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener])
    }

    showCardForm() {
      return this.#show('card')
    }

    showBankForm() {
      return this.#show('bank')
    }

    /** Keeps what was entered; rejects with `{ message }` or with `{ field: [messages] }`. */
    tokenize(details) {
      const port = this.#ports.values().next().value
      if (!port) return Promise.reject({ message: 'The fields are not shown.' })
      const id = (this.#tokens += 1)
      return new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject })
        port.postMessage({ kind: 'tokenize', id, details: { ...details } })
      })
    }

    async #show(form) {
      // Not `randomUUID`: a document with an origin of its own is no secure context.
      const session = crypto.getRandomValues(new Uint32Array(4)).join('-')
      await Promise.all(forms[form].fields.map((field) => this.#place(form, field, session)))
    }

    /** Puts the frame of a field into its place; resolves when its input is shown. */
    #place(form, field, session) {
      const { id, placeholder = '', style = '' } = this.#options[field] ?? {}
      const place = document.getElementById(id)
      if (!place) return Promise.reject(new Error(`There is no element #${id}.`))
      const frame = document.createElement('iframe')
      frame.title = titles[field]
      frame.src = `${origin}/fields/${field}`
      Object.assign(frame.style, { display: 'block', width: '100%', height: '100%', border: '0' })
      return new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', ({ data }) => {
          if (data.kind === 'shown') resolve()
          if (data.kind === 'state') this.#note(form, field, data.state)
          if (data.kind === 'token') this.#answer(data)
        })
        port1.start()
        this.#ports.set(field, port1)
        frame.addEventListener(
          'load',
          () =>
            frame.contentWindow.postMessage(
              { kind: 'stax-field', session, webToken: this.#webToken, placeholder, style },
              origin,
              [port2],
            ),
          { once: true },
        )
        place.append(frame)
      })
    }

    #note(form, field, state) {
      this.#states.set(field, state)
      const { fields, valid } = forms[form]
      const isValid = (name) => this.#states.get(name)?.isValid ?? false
      const event = `${form}_form_${fields.every(isValid) ? 'complete' : 'incomplete'}`
      const message = Object.fromEntries(fields.map((name, at) => [valid[at], isValid(name)]))
      for (const listener of this.#listeners.get(event) ?? []) listener(message)
    }

    #answer({ id, ok, body }) {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (ok) waiting?.resolve(body)
      else waiting?.reject(body ?? failed)
    }
  }

  window.StaxJs = StaxJs
})()
