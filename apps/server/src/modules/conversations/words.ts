import { replaceMentions } from '@archwire/contract/conversations/mentions.ts'
import { labName } from '@archwire/contract/rx-forms/options.ts'
import type { Actor } from '../../kernel/actor.ts'
import { nameForAll, nameOfDoer, practiceName, type Doer } from '../../kernel/doer.ts'
import { excerptOf } from '../../kernel/excerpt.ts'
import type { LinkedWords } from '../../services/mail/template.ts'

/** Someone who is mentioned, or writes. */
export interface Named extends Doer {
  id: number
}

/** One reader, or everyone: what is stored as text and shown to all. */
type Reader = Pick<Actor, 'role'> | 'everybody'

const nameFor = (reader: Reader, person: Doer): string =>
  reader === 'everybody' ? nameForAll(person) : nameOfDoer(reader, person)

/** Whether a person's own name is this reader's to read, and so to mention (`people/doer`, `people/partner`). */
export const mayName = (reader: Reader, person: Doer): boolean => nameFor(reader, person) === person.name

/**
 * The mentions of a message as one reader knows them: people whose name is not theirs to read are the lab, or, in plain
 * words, the practice.
 */
export function mentionsFor(reader: Reader, text: string, people: readonly Named[]) {
  // A message may name hundreds, and is read by hundreds.
  const known = new Map(people.map((person) => [person.id, person]))
  const mentions = new Map<string, { id: number | null; name: string }>()
  const shown = replaceMentions(text, (who) => {
    const person = who === 'lab' ? undefined : known.get(who)
    const name = person ? nameFor(reader, person) : labName
    if (name === practiceName) return `@${name}`
    const mention = person && mayName(reader, person) ? { id: person.id, name } : { id: null, name: labName }
    mentions.set(String(mention.id), mention)
    return `@[${mention.id ?? 'lab'}]`
  })
  return { text: shown, mentions: [...mentions.values()] }
}

/** A message as plain text, as one reader knows the people in it. */
export function plainWords(reader: Reader, text: string, people: readonly Named[]): string {
  const { text: shown, mentions } = mentionsFor(reader, text, people)
  return replaceMentions(shown, (who) => `@${mentions.find(({ id }) => (id ?? 'lab') === who)?.name ?? labName}`)
}

/** A bell's line is read at a glance; the full message is in the conversation. */
const longest = 140

/** A message as the bell tells it; a report that trays do not fit says so first. */
export const bellText = ({ text, misfit }: { text: string; misfit: unknown }): string =>
  misfit === null ? text : ['Tray does not fit.', text].filter(Boolean).join(' ')

/** What the bell says of a message: who wrote, and how it starts. */
export function bellWords(writer: string, words: string, isMentioned: boolean): string {
  const excerpt = excerptOf(words, longest)
  return `${writer} ${isMentioned ? 'mentioned you' : 'wrote'}${excerpt === '' ? '' : `: ${excerpt}`}`
}

/**
 * The mail to someone who has not read what was written: by whom and about which case, never what. It is read, and
 * answered, behind the link (`notices/away`).
 */
export function awayMail(input: {
  readerName: string
  caseLabel: string
  writers: readonly string[]
  count: number
  link: string
}): LinkedWords {
  const { caseLabel, count, writers } = input
  const what = count === 1 ? 'a message' : `${count} messages`
  return {
    subject: `Case ${caseLabel}: ${count === 1 ? 'a new message' : `${count} new messages`}`,
    greeting: `Dear ${input.readerName},`,
    lead: `${namesOf(writers)} sent you ${what} about case ${caseLabel}. Please answer in the portal; replies to this mail are not read.`,
    note: null,
    action: 'Read and answer',
    link: input.link,
  }
}

const namesOf = (names: readonly string[]): string => {
  const [first = labName, second, ...more] = names
  if (second === undefined) return first
  return more.length === 0 ? `${first} and ${second}` : `${first}, ${second} and others`
}
