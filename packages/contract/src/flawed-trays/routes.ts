import { z } from 'zod'
import { id, IdParams, text, version } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { anyOf, del, get, post, put } from '../core/route.ts'
import { distinct } from '../core/text.ts'
import { changesFlawedTrays, seesCases } from '../required-permissions.ts'
import { CustomerRequestAnswer } from '../requests/answers.ts'
import { flawCauseNames } from '../flaw-causes.ts'
import { FlawedTray } from '../requests/flawed-tray.ts'
import { FlawedTraySummary } from './schema.ts'
import { flawedTraySearch } from './search.ts'

/** A flawed tray after a change, with its request, and what to tell the person. */
const FlawedTrayAnswer = z.strictObject({
  flawed_tray: FlawedTray,
  ...CustomerRequestAnswer.shape,
})

const corrects = anyOf('flawed-trays.manage', 'flawed-trays.correct')
const cause = z.enum(flawCauseNames).nullable()

export const flawedTrays = {
  list: get('/flawed_trays', {
    shows: ['case'],
    summary: 'Flawed trays within my reach, newest first',
    rules: ['corrections/list', 'people/own-cases', 'work/in-address'],
    needs: seesCases,
    ...listOf({ key: 'flawed_trays', row: FlawedTraySummary, search: flawedTraySearch, perPage: 5 }),
  }),
  get: get('/flawed_trays/{id}', {
    shows: ['case@flawed_tray.patient_id'],
    summary: 'One flawed tray with its files',
    rules: ['corrections/tray'],
    needs: seesCases,
    params: IdParams,
    returns: z.strictObject({ flawed_tray: FlawedTray }),
  }),
  request: post('/organizations/{id}/arch', {
    changes: ['case'],
    summary: 'Request the correction of trays of a case',
    rules: ['corrections/ask', 'corrections/who-asks'],
    needs: anyOf('organization.add-arch', 'organizations.manage'),
    params: IdParams,
    body: z.strictObject({
      patient_id: id(),
      location_id: id().nullable().default(null),
      arches: z
        .array(
          z.strictObject({
            jaw_type_id: z.literal([1, 2]),
            ios_file_id: id().nullable().default(null),
            is_flawed: z.boolean().default(true),
            /** Who prints the corrected tray: in-office until the lab changes it. */
            print_id: z.literal([2]).default(2),
            expedited_shipping: z.literal(false).default(false),
            insert_brackets: z.literal(false).default(false),
            cause: cause.default(null),
            remark: text(2_000).default(''),
          }),
        )
        .max(2)
        .refine((rows) => distinct(rows.map((row) => row.jaw_type_id)), 'Each arch once')
        .refine((rows) => rows.some((row) => row.is_flawed), 'Select at least one arch.'),
    }),
    returns: CustomerRequestAnswer,
    example: { body: { patient_id: 1, arches: [{ jaw_type_id: 1, is_flawed: true }] } },
  }),
  update: put('/flawed_trays/{id}', {
    changes: ['case'],
    summary: 'Say who prints a corrected tray and what was wrong, or take its corrected file off',
    rules: ['corrections/edit', 'corrections/print', 'corrections/corrected'],
    needs: changesFlawedTrays,
    params: IdParams,
    body: z.strictObject({
      print: z.literal([1, 2, 3], { error: ({ input }) => (input === undefined ? 'Required' : undefined) }),
      cause: cause.optional(),
      /** Null takes the corrected file off: the tray waits for its fix again. */
      corrected_file_id: z.null().optional(),
      version: version().optional(),
    }),
    returns: FlawedTrayAnswer,
    example: { body: { print: 2, cause: 'seating' } },
  }),
  remove: del('/flawed_trays/{id}', {
    changes: ['case'],
    summary: 'Take a flawed tray out of its request',
    rules: ['corrections/remove'],
    needs: changesFlawedTrays,
    params: IdParams,
    returns: CustomerRequestAnswer,
  }),
  corrected: post('/flawed_trays/{id}/corrected', {
    changes: ['case'],
    summary: 'Give a flawed tray its corrected file',
    rules: ['corrections/corrected', 'cases/seen'],
    needs: corrects,
    params: IdParams,
    body: z.strictObject({ corrected_file_id: id(), version: version().optional() }),
    returns: FlawedTrayAnswer,
    example: { body: { corrected_file_id: 1 } },
  }),
}
