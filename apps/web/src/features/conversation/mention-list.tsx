import { conversations } from '@archwire/contract/client/conversations'
import type { Mentioned } from '@archwire/contract/conversations/mentions.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../lib/query.ts'
import styles from './conversation.module.css'

export interface Mentionable {
  who: Mentioned
  name: string
  role: string
}

/** More than anybody reads through: the next letter narrows them. */
const mostShown = 6

/** Whom the typed name may mean, the lab first; empty while nobody is asked for. */
export function useMentionable(patientId: number, typed: string | undefined): Mentionable[] {
  const { data } = useQuery({
    ...query(conversations.people, { params: { id: patientId } }),
    enabled: typed !== undefined,
    staleTime: 60_000,
  })
  if (typed === undefined) return []
  const wanted = plain(typed)
  return (data?.people ?? [])
    .map(({ id, name, role }) => ({ who: id ?? ('lab' as const), name, role }))
    .filter(({ who, name }) => plain(who === 'lab' ? `${name} lab the lab` : name).includes(wanted))
    .slice(0, mostShown)
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

interface Props {
  id: string
  people: readonly Mentionable[]
  active: number
  onChoose: (person: Mentionable) => void
}

/** The list below the field: chosen by keys while the focus stays in the text, or by a tap. */
export const MentionList = ({ id, people, active, onChoose }: Props) => (
  <div id={id} className={styles.people} role="listbox" aria-label="People who see the case">
    {people.map((person, index) => (
      <div
        key={person.who}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        // The focus stays in the text.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(person)}
        onKeyDown={(event) => event.key === 'Enter' && onChoose(person)}
      >
        <span>{person.name}</span>
        <small>{person.role}</small>
      </div>
    ))}
  </div>
)
