import { replaceMentions, writeMention, type Mentioned } from '@archwire/contract/conversations/mentions.ts'

/** A message that is being written: what stands in the field, and what hangs on it. */
export interface Draft {
  text: string
  /** Who was chosen from the list, by the words that stand for them in the text. */
  mentioned: { words: string; who: Mentioned }[]
  photoIds: number[]
  pinId: number | null
}

export const emptyDraft: Draft = { text: '', mentioned: [], photoIds: [], pinId: null }

/** Whether there is anything to send. */
export const hasContent = ({ text, photoIds, pinId }: Draft): boolean =>
  text.trim() !== '' || photoIds.length > 0 || pinId !== null

/** The text as it is sent: the words of chosen people become mentions, the longest first, where a name begins another. */
export function textToSend({ text, mentioned }: Draft): string {
  // Signs that a person typed by hand are no mention.
  let sent = replaceMentions(text, (who) => `@[ ${who} ]`)
  for (const { words, who } of mentioned.toSorted((a, b) => b.words.length - a.words.length))
    sent = sent.replaceAll(words, writeMention(who))
  return sent.trim()
}

/** The name that is being typed behind an @, right before the caret: undefined where none is. */
export function typedName(text: string, caret: number): string | undefined {
  return /(?:^|[\s(])@([\p{L}\p{M}.' -]{0,40})$/u.exec(text.slice(0, caret))?.[1]
}

/** The draft with somebody put in place of the name that was being typed, and where the caret stands then. */
export function withMention(
  draft: Draft,
  caret: number,
  { who, name }: { who: Mentioned; name: string },
): { draft: Draft; caret: number } {
  const typed = typedName(draft.text, caret) ?? ''
  const start = caret - typed.length - 1
  const words = `@${name}`
  const text = `${draft.text.slice(0, start)}${words} ${draft.text.slice(caret).replace(/^ /, '')}`
  const mentioned = draft.mentioned.some((other) => other.words === words)
    ? draft.mentioned
    : [...draft.mentioned, { words, who }]
  return { draft: { ...draft, text, mentioned }, caret: start + words.length + 1 }
}

/**
 * What is typed next to somebody's name: a sign that belongs to the word before it takes the place of the space that was put
 * behind the name.
 */
export function typedInto(draft: Draft, text: string): Draft {
  const tidy = /^(?<before>.*) (?<sign>[?!.,;:)])$/s.exec(text)?.groups as { before: string; sign: string } | undefined
  const follows = tidy && draft.mentioned.some(({ words }) => tidy.before.endsWith(words))
  return { ...draft, text: follows ? `${tidy.before}${tidy.sign}` : text }
}

/** What is still to be sent of a draft, once an earlier state of it has arrived: somebody may have gone on writing. */
export function leftAfter(sent: Draft, now: Draft): Draft | null {
  const left = {
    ...now,
    text: now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : now.text,
    photoIds: now.photoIds.filter((id) => !sent.photoIds.includes(id)),
    pinId: now.pinId === sent.pinId ? null : now.pinId,
  }
  return hasContent(left) ? left : null
}
