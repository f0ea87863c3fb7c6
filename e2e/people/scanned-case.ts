import { labScope, scoped } from '../../apps/server/src/db/scope.ts'
import type { Portal } from '../journey.ts'

/** A new case of a new practice with these scans, which a job has yet to process; a file's id is 0 where no scan was given. */
export async function scannedCase({ given, db }: Portal, scans: { upper?: Uint8Array; lower?: Uint8Array }) {
  const testCase = await given.case()
  const { owner } = testCase.practice
  for (const [jaws_id, jaw] of [
    [1, 'upper'],
    [2, 'lower'],
  ] as const) {
    const bytes = scans[jaw]
    // oxlint-disable-next-line no-await-in-loop -- in the order of the arches
    if (bytes) await given.scanFile(testCase, owner, { bytes, kind: 'submission', jaws_id, name: `${jaw}.stl` })
  }
  const files = await scoped(db, labScope)
    .from('patient_files')
    .select(['id', 'jaws_id'])
    .where('patient_id', '=', testCase.id)
    .execute()
  const idOf = (jaws: number) => files.find((each) => each.jaws_id === jaws)?.id ?? 0
  return { ...testCase, owner, upper: idOf(1), lower: idOf(2) }
}
