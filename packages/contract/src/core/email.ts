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
