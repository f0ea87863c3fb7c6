import { photoViews, type PhotoView } from '@archwire/contract/patient-files/types.ts'
import type { Trx } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { checkVersion, Conflict } from '../../../kernel/errors.ts'
import { updateVersioned } from '../../../kernel/records.ts'
import { conclude, permit, setCase } from '../../case-core/index.ts'
import { isPhoto, lockFile } from '../locked-file.ts'

interface Description {
  caption?: string | undefined
  photo_view?: PhotoView | null | undefined
  version?: number | undefined
}

/** Says what a photo shows (`scans/photo-views`); does nothing when nothing differs. */
export async function describePhoto(trx: Trx, actor: Actor, id: number, edit: Description): Promise<void> {
  const { facts, file } = await lockFile(trx, actor, id)
  permit(actor, facts, 'add_files')
  if (!isPhoto(file)) throw new Conflict('Only photos have a view and a caption.')
  checkVersion(edit.version, file.version)
  const { caption = file.caption, photo_view = file.photo_view } = edit
  if (caption === file.caption && photo_view === file.photo_view) return
  await updateVersioned(trx, 'patient_files', file, edit.version, { caption, photo_view }, actor.now)
  await setCase(trx, actor, facts, {})
  const label = photoViews.find((view) => view.id === photo_view)?.label
  const said = [label, caption].filter(Boolean).join(', ')
  await conclude(trx, actor, facts, {
    event: 'photo_described',
    note: said ? `${file.name}: ${said}` : file.name,
    data: { patient_file_id: file.id },
  })
}
