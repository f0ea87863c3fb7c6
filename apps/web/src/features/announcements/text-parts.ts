import { webLink } from '../../lib/web-link.ts'

export interface TextPart {
  text: string
  /** The link's target; undefined for plain text. */
  link?: string
}

const address = /\bhttps?:\/\/[^\s<>"]+/g

/**
 * Splits plain text at the web addresses in it; punctuation that ends a sentence or closes a bracket is not part of
 * one.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const shown = withoutEnd(found)
    const link = webLink(shown)
    if (!link) continue
    if (index > done) parts.push({ text: text.slice(done, index) })
    parts.push({ text: shown, link })
    done = index + shown.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

function withoutEnd(found: string): string {
  let end = found.length
  while (end > 0 && ".,;:!?'’)]}".includes(found[end - 1]!)) {
    // A bracket that the address itself opened belongs to it.
    if (found[end - 1] === ')' && found.slice(0, end).split('(').length === found.slice(0, end).split(')').length) break
    end -= 1
  }
  return found.slice(0, end)
}
