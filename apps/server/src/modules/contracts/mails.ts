import { dayWords, type Day } from '@archwire/contract/core/dates.ts'
import { accountMail, nameInMail, type LinkedWords } from '../../services/mail/template.ts'

/** What went wrong with money on a day. */
export interface Trouble {
  practice: string
  /** Null: a try before there was an invoice, to pay the start-up fee. */
  invoice_id: number | null
  /** In dollars, as people read it. */
  total: string
  what: 'was declined' | 'was returned' | 'was charged back' | 'was taken back' | 'blocks the practice'
}

/** The lab's daily mail about payments (`contracts/daily-mail`): each trouble in a line. */
export const labMail = (name: string, day: Day, troubles: readonly Trouble[], link: string): LinkedWords => ({
  ...accountMail({
    subject: `Payments that failed on ${dayWords(day)}`,
    greeting: `Hello ${nameInMail(name)},`,
    lead: `On ${dayWords(day)}, ${troubles.length === 1 ? 'one payment needs' : `${troubles.length} payments need`} your attention.`,
    action: 'View the subscriptions',
    link,
  }),
  note: troubles
    .map(
      ({ practice, invoice_id, total, what }) =>
        `${nameInMail(practice)}: ${invoice_id === null ? 'start-up fee' : `invoice ${invoice_id}`} of ${total} ${what}`,
    )
    .join('\n'),
})
