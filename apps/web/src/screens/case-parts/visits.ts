import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { photoViews } from '@archwire/contract/patient-files/types.ts'
import { dayAt } from '../../lib/format.ts'

type Photo = Pick<PatientFile, 'id' | 'photo_view' | 'file_modification_date' | 'created_at'>

/** The photos of one day. */
export interface Visit<P extends Photo = PatientFile> {
  /** `2026-11-24`, on the user's clock. */
  day: string
  photos: P[]
}

const oldest = Date.parse('2000-01-01T00:00:00Z')

/**
 * When a photo was taken, as far as its file says so; as the API orders them (`scans/photo-views`): no camera knows a moment
 * after the upload, and those whose clock was never set begin long before 2000.
 */
export function takenAt({ file_modification_date: said, created_at }: Photo): string {
  if (said === null) return created_at
  const at = Date.parse(said)
  return at >= oldest && at <= Date.parse(created_at) ? said : created_at
}

/** The day on which a photo was taken. */
export const dayOf = (photo: Photo): string => dayAt(takenAt(photo))

/** What a view is called; undefined where nobody has said what the photo shows. */
export const viewLabel = ({ photo_view }: Pick<Photo, 'photo_view'>): string | undefined =>
  photoViews.find(({ id }) => id === photo_view)?.label

const placeOf = ({ photo_view }: Photo): number => {
  const place = photoViews.findIndex(({ id }) => id === photo_view)
  return place === -1 ? photoViews.length : place
}

/** From the face to the teeth, those that say nothing behind; then by when they were taken. */
const inOrder = (a: Photo, b: Photo): number =>
  placeOf(a) - placeOf(b) || Date.parse(takenAt(a)) - Date.parse(takenAt(b)) || a.id - b.id

/** The photos of a case by visit, the newest first. */
export function visitsOf<P extends Photo>(photos: readonly P[]): Visit<P>[] {
  const byDay = Map.groupBy(photos, dayOf)
  return [...byDay]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([day, some]) => ({ day, photos: some.toSorted(inOrder) }))
}

/**
 * The photos of the same view from other visits, one a visit: the nearest earlier one first, then further back, then those
 * of later visits.
 */
export function sameViewOf<P extends Photo>(photo: P, visits: readonly Visit<P>[]): P[] {
  if (photo.photo_view === null) return []
  const day = dayOf(photo)
  const others = visits.flatMap((visit) => {
    const same = visit.photos.find(({ photo_view }) => photo_view === photo.photo_view)
    return visit.day === day || !same ? [] : [{ day: visit.day, same }]
  })
  const earlier = others.filter((other) => other.day < day)
  const later = others.filter((other) => other.day > day).toReversed()
  return [...earlier, ...later].map(({ same }) => same)
}
