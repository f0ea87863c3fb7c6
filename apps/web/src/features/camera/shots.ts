import { photoViews, type PhotoView } from '@archwire/contract/patient-files/types.ts'

/** A picture that was taken of a view, while the page is open. */
export interface Shot {
  view: PhotoView
  photo: Blob
  url: string
}

/** The view after this one that nothing is there of, else any before it; undefined when all are there. */
export function nextView(after: PhotoView | null, has: (view: PhotoView) => boolean): PhotoView | undefined {
  const at = photoViews.findIndex(({ id }) => id === after)
  return [...photoViews.slice(at + 1), ...photoViews.slice(0, at + 1)].find(({ id }) => !has(id))?.id
}

export const labelOf = (view: PhotoView): string => photoViews.find(({ id }) => id === view)!.label

const endings: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp' }

/**
 * The files to upload, in the order of the views. Each is called by its view, from which that is read (photo-guess.ts), and
 * by when it was taken, since a case has no two files of one name on their way.
 */
export function filesOf(shots: readonly Shot[], at: Date): File[] {
  const moment = at.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-')
  return photoViews.flatMap(({ id, label }) =>
    shots
      .filter(({ view }) => view === id)
      .map(
        ({ photo }) =>
          new File([photo], `${label} ${moment}.${endings[photo.type] ?? 'jpg'}`, {
            type: photo.type,
            lastModified: at.getTime(),
          }),
      ),
  )
}
