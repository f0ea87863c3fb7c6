// The input in a frame: a number that only pages of this origin may read. The page around it is told whether it is complete.
;(() => {
  const input = document.querySelector('input')
  const origins = JSON.parse(document.documentElement.dataset.origins)
  const field = document.documentElement.dataset.field
  /** Documents with an origin of their own are `null`; the window around all of them is the portal's. */
  const around = [...(location.ancestorOrigins ?? [])]
  const isOurs = (origin) => origin === 'null' || origins.includes(origin)
  if (around.length > 0 && !(around.every(isOurs) && origins.includes(around.at(-1)))) return input.remove()
  /** Looks that the page around may choose; nothing that loads anything. */
  const looks =
    /^(background-color|border(-\w+)*|box-sizing|caret-color|color|color-scheme|font(-\w+)*|height|letter-spacing|line-height|outline(-\w+)*|padding(-\w+)*|text-align|width)$/
  const longest = { number: 19, cvv: 4, bank_account: 17, bank_routing: 9 }[field]
  /** The names of the fields in the call that keeps them. */
  const sent = {
    number: 'card_number',
    cvv: 'card_cvv',
    bank_account: 'bank_account',
    bank_routing: 'bank_routing',
  }
  let port

  const digits = () => input.value.replaceAll(/\D/g, '')
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
  function passesLuhn(text) {
    const numbers = [...text].reverse().map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 2))
    return sum(numbers.map((number) => (number > 9 ? number - 9 : number))) % 10 === 0
  }
  const checks = {
    number: (text) => text.length >= 13 && passesLuhn(text),
    cvv: (text) => text.length >= 3,
    bank_account: (text) => text.length >= 4,
    bank_routing: (text) =>
      text.length === 9 && sum([...text].map((digit, at) => Number(digit) * [3, 7, 1][at % 3])) % 10 === 0,
  }
  const isValid = () => checks[field](digits())
  const report = () => port.postMessage({ kind: 'state', state: { isValid: isValid(), isEmpty: digits() === '' } })

  /** Digits only, a card's in groups. Where the caret is inside, the text stays as it is typed. */
  function format() {
    const text = digits().slice(0, longest)
    const groups =
      field !== 'number' ? text : text.startsWith('3') ? amex(text) : text.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
    const atEnd = input.selectionStart === input.value.length
    if (atEnd || text.length < digits().length || /[^\d ]/.test(input.value)) input.value = groups
  }
  const amex = (text) => [text.slice(0, 4), text.slice(4, 10), text.slice(10)].filter(Boolean).join(' ')

  input.addEventListener('input', () => {
    format()
    input.removeAttribute('aria-invalid')
    report()
  })
  input.addEventListener('blur', () => {
    if (digits() !== '' && !isValid()) input.setAttribute('aria-invalid', 'true')
  })
  // The page around focuses the frame, and means the input.
  window.addEventListener('focus', () => input.focus())

  /** The frames of the same form: others, and those of another origin, are left out. */
  function fieldsOf(session) {
    const found = []
    for (let at = 0; at < window.parent.length; at += 1)
      try {
        const { staxField } = window.parent[at]
        if (staxField?.session === session) found.push(staxField)
      } catch {
        // A frame of another origin.
      }
    return found
  }

  async function tokenize(session, webToken, details) {
    const numbers = Object.fromEntries(fieldsOf(session).map((one) => [one.name, one.read()]))
    const answer = await fetch(`/webpayments/${encodeURIComponent(webToken)}/tokenize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...details, ...numbers }),
    })
    return { ok: answer.ok, body: await answer.json() }
  }

  function dress(style) {
    const wanted = document.createElement('i').style
    wanted.cssText = style
    for (const name of wanted)
      if (looks.test(name) && !/url\(|image|var\(/i.test(wanted.getPropertyValue(name)))
        input.style.setProperty(name, wanted.getPropertyValue(name))
  }

  window.addEventListener('message', ({ data, origin, source, ports }) => {
    if (port || source !== window.parent || !isOurs(origin) || data?.kind !== 'stax-field') return
    port = ports[0]
    const { session, webToken } = data
    input.placeholder = String(data.placeholder)
    dress(String(data.style))
    window.staxField = { session, name: sent[field], read: digits }
    port.addEventListener('message', async ({ data: { kind, id, details } }) => {
      if (kind !== 'tokenize') return
      const answer = await tokenize(session, webToken, details).catch(() => ({ ok: false }))
      port.postMessage({ kind: 'token', id, ...answer })
    })
    port.start()
    port.postMessage({ kind: 'shown' })
    report()
  })
})()
