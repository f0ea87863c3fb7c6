import { z } from 'zod'
import { actions, id, IdParams, Instant, Message, version, words } from '../core/fields.ts'
import { del, get, post, put } from '../core/route.ts'
import { ScanPoint } from '../patient-files/scan-point.ts'
import { scanKinds } from '../patient-files/types.ts'
import { seesCases } from '../required-permissions.ts'
import { Author } from '../users/author.ts'
import { maxPinText } from './limits.ts'

/** A comment at a point of a scan, open until it is marked done. */
export const Pin = z.strictObject({
  id: z.int(),
  /** 1, 2, 3… within the case; unchanged when others are removed. */
  number: z.int(),
  kind: z.enum(scanKinds),
  file_id: z.int(),
  /** 1 upper, 2 lower, 3 both in one file. */
  jaws_id: z.int(),
  point: ScanPoint,
  text: z.string(),
  author: Author,
  created_at: Instant,
  done_at: Instant.nullable(),
  done_by: Author.nullable(),
  /** Its scan was replaced or removed since: the comment is about an earlier version. */
  is_earlier: z.boolean(),
  version: z.int(),
  can: actions('edit', 'remove', 'complete'),
})
export type Pin = z.infer<typeof Pin>

/** A comment after a change, and what to tell the person. */
export const PinAnswer = z.strictObject({ pin: Pin, message: z.string() })

export const pins = {
  list: get('/patients/{id}/pins', {
    shows: ['case@params.id'],
    summary: 'The comments on the scans of a case, by number',
    rules: ['scans/comments'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ pins: z.array(Pin), can: actions('add') }),
  }),
  create: post('/patients/{id}/pins', {
    changes: ['case'],
    summary: 'Pin a comment to a point of a scan',
    rules: ['scans/comments'],
    needs: seesCases,
    rate: { max: 120, per: 'user' },
    params: IdParams,
    body: z.strictObject({ kind: z.enum(scanKinds), file_id: id(), point: ScanPoint, text: words(maxPinText) }),
    returns: PinAnswer,
    example: { body: { kind: 'setup', file_id: 1, point: [1.5, -20, 4.25], text: 'Move this one a little lower' } },
  }),
  update: put('/pins/{id}', {
    changes: ['case'],
    summary: 'Mark a comment done, reopen it, or change its text',
    rules: ['scans/comments'],
    needs: seesCases,
    params: IdParams,
    body: z
      .strictObject({
        text: words(maxPinText).optional(),
        done: z.boolean().optional(),
        version: version().optional(),
      })
      .refine(({ text, done }) => text !== undefined || done !== undefined, 'Nothing to change'),
    returns: PinAnswer,
    example: { body: { done: true } },
  }),
  remove: del('/pins/{id}', {
    changes: ['case'],
    summary: 'Remove a comment permanently; its number is not reused',
    rules: ['scans/comments'],
    needs: seesCases,
    params: IdParams,
    returns: Message,
  }),
}
