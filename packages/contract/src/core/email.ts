/**
 * Email addresses as mail systems deliver to them (`people/emails`). Free of schemas, so that the browser can import it.
 */

/** What may stand before the @ without quotes (RFC 5321), and a domain as its ASCII form. */
export const emailPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{2,59})$/

/** Letters of any script that a domain is written with. */
const foreignDomain = /^[\p{L}\p{M}\p{N}.-]+$/u

/**
 * An address as it is kept: a domain of another script in its ASCII form (`xn--…`), and the apostrophe of a phone's
 * keyboard as the plain one.
 */
export function keptEmail(text: string): string {
  const at = text.lastIndexOf('@')
  if (at < 0) return text
  const [local, domain] = [text.slice(0, at).replaceAll('’', "'"), text.slice(at + 1)]
  return `${local}@${asciiOf(domain)}`
}

function asciiOf(domain: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is what needs no change
  if (/^[\0-\x7f]*$/.test(domain) || !foreignDomain.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/** Whether mail can be delivered to an address, as it is kept. */
export const isEmail = (text: string): boolean => emailPattern.test(keptEmail(text))

/** An address as people read it: its domain in its own script. */
export const readableEmail = (email: string): string =>
  email.replaceAll(/(?<=[@.])xn--([a-z0-9-]+)/gi, (label: string, code: string) => decoded(code.toLowerCase()) ?? label)

const [base, least, most, skew, damp] = [36, 1, 26, 38, 700]

/** What a label of a domain says (Punycode, RFC 3492); undefined for none. */
function decoded(code: string): string | undefined {
  const cut = code.lastIndexOf('-')
  const letters = Array.from(code.slice(0, Math.max(0, cut)), (letter) => letter.codePointAt(0)!)
  let [point, at, bias] = [128, 0, 72]
  for (let index = cut > 0 ? cut + 1 : 0; index < code.length;) {
    const before = at
    for (let [weight, step] = [1, base]; ; step += base) {
      const digit = digitOf(code[index++])
      if (digit === undefined) return undefined
      at += digit * weight
      const threshold = Math.min(most, Math.max(least, step - bias))
      if (digit < threshold) break
      weight *= base - threshold
    }
    const length = letters.length + 1
    let delta = Math.floor((at - before) / (before === 0 ? damp : 2))
    delta += Math.floor(delta / length)
    let steps = 0
    for (; delta > ((base - least) * most) / 2; steps += base) delta = Math.floor(delta / (base - least))
    bias = steps + Math.floor(((base - least + 1) * delta) / (delta + skew))
    point += Math.floor(at / length)
    at %= length
    if (point > 0x10_ffff) return undefined
    letters.splice(at++, 0, point)
  }
  return String.fromCodePoint(...letters)
}

/** a to z are 0 to 25, 0 to 9 are 26 to 35. */
function digitOf(letter: string | undefined): number | undefined {
  if (letter === undefined) return undefined
  if (/[a-z]/.test(letter)) return letter.codePointAt(0)! - 97
  return /\d/.test(letter) ? Number(letter) + 26 : undefined
}
