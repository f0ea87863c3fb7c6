import { todayLists, type TodayKind } from '@archwire/contract/today/lists.ts'
import { accountMail, nameInMail, type LinkedWords } from '../../services/mail/template.ts'

/** What waits for a person in one place: a practice by name, or (null) the lab. */
export interface WaitsAt {
  practice: string | null
  counts: readonly (readonly [TodayKind, number])[]
}

/** The Monday mail (`today/mail`): a line for each number, of several practices under their names. No name of a patient. */
export function mondayMail(name: string, places: readonly WaitsAt[], link: string): LinkedWords {
  const lines = places.flatMap(({ practice, counts }) =>
    counts.map(([kind, count]) => {
      const line = `${todayLists[kind].label}: ${count.toLocaleString('en-US')}`
      return places.length > 1 && practice ? `${nameInMail(practice)}: ${line}` : line
    }),
  )
  const [only] = places
  return {
    ...accountMail({
      subject: 'What waits this week',
      greeting: `Hello ${nameInMail(name)},`,
      lead:
        places.length === 1 && only!.practice
          ? `This waits at ${nameInMail(only!.practice)}, as of this morning:`
          : 'This waits for you, as of this morning:',
      action: 'Open Today',
      link,
      why: 'You get this email on Mondays when something waits for you.',
    }),
    note: lines.join('\n'),
    stop: 'Turn off the Monday email',
  }
}
