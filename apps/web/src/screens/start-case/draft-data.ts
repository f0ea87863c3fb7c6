import type { DraftPart } from '@archwire/contract/rx-forms/drafts.ts'
import {
  arrivedIn,
  type KeptFile,
  type LostFile,
  notArrivedIn,
  readArrived,
  readLost,
} from '../../features/files/index.ts'
import type { Typed } from '../../ui/form/store.ts'
import type { CaseForm, Draft } from './case-form.ts'

/**
 * What a draft keeps beside the form's values: texts of days that cannot be read, all scans that have arrived, with their
 * remarks, the files that have not arrived, with why they were refused, and the answer about the arches (`rx-form/draft`, `rx-form/arches`).
 */
export const draftData = ({ form, scans, photos, archAnswer }: CaseForm) => ({
  ...form.values(),
  ...({
    texts: form.texts(),
    scans_arrived: arrivedIn(scans),
    scans_not_arrived: notArrivedIn(scans),
    photos_not_arrived: notArrivedIn(photos),
    arch_answer: archAnswer.get(),
  } satisfies Record<DraftPart, unknown>),
})

const isTyped = (some: unknown): some is Typed =>
  typeof some === 'object' && some !== null && 'text' in some && typeof some.text === 'string'

/** The texts that a draft keeps of these fields. */
export const textsOf = <K extends string>({ data }: Draft, names: readonly K[]): Partial<Record<K, Typed>> => {
  const texts = Object.entries(data.texts ?? {}).filter(([name, some]) => names.includes(name as K) && isTyped(some))
  return Object.fromEntries(texts) as Partial<Record<K, Typed>>
}

/** Whether files were added to the form, arrived or not. */
export const hasFiles = ({ scans, photos }: CaseForm): boolean => scans.list().length + photos.list().length > 0

interface DraftFiles {
  scans: KeptFile[]
  photos: KeptFile[]
  lostScans: LostFile[]
  lostPhotos: LostFile[]
}

/** The files of a draft: those that can still be submitted, and the names of the others. */
export function filesOf({ data, gone }: Draft): DraftFiles {
  const scans = readArrived(data.scans_arrived) ?? readArrived(data.stl_files) ?? []
  const photos = readArrived(data.rx_intraoral_photos) ?? []
  const isThere = ({ file_path }: KeptFile) => !gone.includes(file_path)
  const lostOf = (files: KeptFile[], names: unknown) => [
    ...files.filter((file) => !isThere(file)).map(({ name }) => name),
    ...readLost(names),
  ]
  return {
    scans: scans.filter(isThere),
    photos: photos.filter(isThere),
    lostScans: lostOf(scans, data.scans_not_arrived),
    lostPhotos: lostOf(photos, data.photos_not_arrived),
  }
}
