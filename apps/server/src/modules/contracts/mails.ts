import { dayWords, type Day } from '@archwire/contract/core/dates.ts'
import { accountMail, nameInMail, type LinkedWords } from '../../services/mail/template.ts'

/** What went wrong with money on a day. */
export interface Trouble {
  /** The lab's day. */
  day: Day
  practice: string
  /** Null: a try before there was an invoice, to pay the start-up fee. */
  invoice_id: number | null
  /** In dollars, as people read it. */
  total: string
  what: 'was declined' | 'was returned' | 'was charged back' | 'was taken back' | 'blocks the practice'
}

/**
 * The lab's daily mail about payments (`contracts/daily-mail`), up to a day: each trouble in a line, with its day where they
 * are of several.
 */
export const labMail = (name: string, last: Day, troubles: readonly Trouble[], link: string): LinkedWords => {
  const first = troubles.reduce((day, trouble) => (trouble.day < day ? trouble.day : day), last)
  const days = first === last ? `on ${dayWords(last)}` : `from ${dayWords(first)} to ${dayWords(last)}`
  return {
    ...accountMail({
      subject: `Payments that failed ${days}`,
      greeting: `Hello ${nameInMail(name)},`,
      lead: `${days[0]!.toUpperCase()}${days.slice(1)}, ${troubles.length === 1 ? 'one payment needs' : `${troubles.length} payments need`} your attention.`,
      action: 'View the subscriptions',
      link,
    }),
    note: troubles
      .map(
        ({ day, practice, invoice_id, total, what }) =>
          `${first === last ? '' : `${dayWords(day)}, `}${nameInMail(practice)}: ${invoice_id === null ? 'start-up fee' : `invoice ${invoice_id}`} of ${total} ${what}`,
      )
      .join('\n'),
  }
}
