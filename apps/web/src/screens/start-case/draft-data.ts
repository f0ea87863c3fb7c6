import { arrivedIn, type KeptFile, notArrivedIn, readArrived, readNames } from '../../features/files/index.ts'
import type { CaseForm, Draft } from './case-form.ts'

/**
 * What a draft keeps beside the form's values: all scans that have arrived, with their remarks, the names of files that
 * have not arrived, and the answer about the arches (`rx-form/draft`, `rx-form/arches`).
 */
export const draftData = ({ form, scans, photos, archAnswer }: CaseForm) => ({
  ...form.values(),
  scans_arrived: arrivedIn(scans),
  scans_not_arrived: notArrivedIn(scans),
  photos_not_arrived: notArrivedIn(photos),
  arch_answer: archAnswer.get(),
})

/** Whether files were added to the form, arrived or not. */
export const hasFiles = ({ scans, photos }: CaseForm): boolean => scans.list().length + photos.list().length > 0

interface DraftFiles {
  scans: KeptFile[]
  photos: KeptFile[]
  lostScans: string[]
  lostPhotos: string[]
}

/** The files of a draft: those that can still be submitted, and the names of the others. */
export function filesOf({ data, gone }: Draft): DraftFiles {
  const scans = readArrived(data.scans_arrived) ?? readArrived(data.stl_files) ?? []
  const photos = readArrived(data.rx_intraoral_photos) ?? []
  const isThere = ({ file_path }: KeptFile) => !gone.includes(file_path)
  const lostOf = (files: KeptFile[], names: unknown) => [
    ...files.filter((file) => !isThere(file)).map(({ name }) => name),
    ...readNames(names),
  ]
  return {
    scans: scans.filter(isThere),
    photos: photos.filter(isThere),
    lostScans: lostOf(scans, data.scans_not_arrived),
    lostPhotos: lostOf(photos, data.photos_not_arrived),
  }
}
