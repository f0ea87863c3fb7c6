import { z } from 'zod'
import { Day, ids, idText, Instant, Message } from '../core/fields.ts'
import { get, post, put } from '../core/route.ts'
import { workflowKinds } from '../workflow-kinds.ts'
import { todayLists, type TodayKind } from './lists.ts'

/** One line of a list: a case, or of what is unpaid a subscription. */
export const TodayItem = z.strictObject({
  /** Of the case, or of the subscription. */
  id: z.int(),
  /** The patient, or the practice. */
  name: z.string(),
  /** The case number or code, or the account number. */
  code: z.string(),
  /** The practice of a case; empty for readers of one practice. */
  practice: z.string(),
  /** Since when it waits; null where a day says it. */
  since: Instant.nullable(),
  /** The day on which it ships or arrives, or its oldest unpaid invoice was due; null where it is not about that. */
  day: Day.nullable(),
  /** What the hold asks; of a subscription its payment status; null where there is nothing to say. */
  note: z.string().nullable(),
  /** The work that the lab is at; null for practices and of a subscription. */
  work: z.enum(workflowKinds).nullable(),
  /** The next step of that work, else its state; for practices the state of the case; null of a subscription. */
  state: z.string().nullable(),
})
export type TodayItem = z.infer<typeof TodayItem>

/** What waits of one kind, with its first lines. */
export const TodayList = z.strictObject({
  kind: z.enum(Object.keys(todayLists) as [TodayKind, ...TodayKind[]]),
  /** The total of the list that it opens, exact up to 10,000. */
  total: z.int(),
  items: z.array(TodayItem),
})
export type TodayList = z.infer<typeof TodayList>

/** The token of a mail's link, 256 random bits. */
const StopParams = z.strictObject({
  /** The key in the link. */
  token: z.string().regex(/^[\w-]{43}$/),
})

export const today = {
  get: get('/today', {
    shows: ['case', 'contract', 'order', 'organization', 'monday_mail'],
    summary: 'What waits for me, kind by kind, each with its number and its first lines',
    rules: ['today/number', 'today/practice', 'today/lab', 'today/who'],
    needs: 'session',
    query: z.strictObject({
      /** Of one of my practices; without it of the one that I joined first. */
      organization_id: idText().optional(),
      /** Organizations that a person of the lab looks at, a comma list of ids. */
      chosen_wi_organization_id: ids().optional(),
    }),
    returns: z.strictObject({
      /** Those that I may see, also where nothing waits. */
      lists: z.array(TodayList),
      /** The lab’s date. */
      today: Day,
      /** Whether the Monday mail is on for me. */
      monday_mail: z.boolean(),
    }),
  }),
  setMail: put('/today/mail', {
    changes: ['monday_mail'],
    summary: 'Turn my Monday mail on or off',
    rules: ['today/mail', 'today/switch'],
    needs: 'session',
    body: z.strictObject({ enabled: z.boolean() }),
    returns: z.strictObject({ monday_mail: z.boolean(), message: z.string() }),
    example: { body: { enabled: false } },
  }),
  stopMail: post('/monday_mail/{token}/stop', {
    changes: ['monday_mail'],
    summary: 'Turn off the Monday mail of the person whose mail has this link, without a session',
    rules: ['today/switch'],
    needs: 'public',
    rate: { max: 300, per: 'address' },
    form: true,
    params: StopParams,
    returns: Message,
    example: { params: { token: 'A'.repeat(43) }, refused: 404 },
  }),
}
