import { z } from 'zod'
import { flawCauseNames } from '../flaw-causes.ts'
import { id, idList, Instant, text } from '../core/fields.ts'
import { longestMessage, mostPhotos } from './limits.ts'

/**
 * What else stands in a conversation, beside what people write: what happened to the case that asks for an answer, or
 * gives one.
 */
export const conversationEvents = [
  'held',
  'unheld',
  'changes_requested',
  'ready',
  'approved',
  'setup_completed',
  'rx_form_canceled',
] as const satisfies readonly string[]

/** Somebody whom a message can mention, as the reader knows them: `id` is null for the lab. */
export const Mention = z.strictObject({ id: z.int().nullable(), name: z.string() })

/** Trays of the lab that do not fit, as a message reports them (`cases/misfit`). */
const Misfit = z.strictObject({
  /** Of which jaws: 1 upper, 2 lower, 3 both. */
  arches: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** Null: not known. */
  cause: z.enum(flawCauseNames).nullable(),
})
export type Misfit = z.infer<typeof Misfit>

/** A message, or something that happened to the case, as one line of its conversation. */
export const ConversationEntry = z.strictObject({
  kind: z.enum(['message', ...conversationEvents]),
  /** Of the message, or of the entry of the case's history. */
  id: z.int(),
  at: Instant,
  /** Who wrote or did it, as the reader knows them: practices read the lab. */
  user_name: z.string(),
  /** Of the lab or of a partner. */
  is_management: z.boolean(),
  is_mine: z.boolean(),
  /** What was written, with mentions as mentions.ts writes them; of an event its note. */
  text: z.string(),
  mentions: z.array(Mention),
  /** Photos of the case that it shows; those deleted since are left out. */
  photo_ids: z.array(z.int()),
  /** The comment on a scan that it is about. */
  pin: z.strictObject({ id: z.int(), number: z.int(), text: z.string(), removed: z.boolean() }).nullable(),
  /** The trays that it reports as not fitting. */
  misfit: Misfit.nullable(),
  /** It took the case off hold. */
  released: z.boolean(),
  /** Written to me and not read yet. */
  is_unread: z.boolean(),
})
export type ConversationEntry = z.infer<typeof ConversationEntry>

/** The hold that a case is on: a question, which a message can answer (`cases/send-and-release`). */
export const OpenHold = z.strictObject({ id: z.int(), name: z.string(), reason: z.string(), created_at: Instant })

export const NewMessage = z
  .strictObject({
    /** Mentions as `@[7]` or `@[lab]`. May be empty where something is shown. */
    text: text(longestMessage).trim().default(''),
    /** Photos of the case. */
    photo_ids: idList(mostPhotos).default([]),
    /** A comment on a scan of the case. */
    pin_id: id().nullable().default(null),
    /** Trays that the lab made and shipped, which do not fit: for the practice. */
    misfit: Misfit.nullable().default(null),
    /** The hold that the message answers and takes off; null where it is only a message. */
    releases_hold_id: id().nullable().default(null),
  })
  .refine(
    ({ text, photo_ids, pin_id, misfit }) => text !== '' || photo_ids.length > 0 || pin_id !== null || misfit !== null,
    {
      path: ['text'],
      message: 'Required',
    },
  )
