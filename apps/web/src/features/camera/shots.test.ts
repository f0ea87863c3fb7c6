import { photoViews, type PhotoView } from '@archwire/contract/patient-files/types.ts'
import { expect, it } from 'vitest'
import { guessPhotoView } from '../files/photo-guess.ts'
import { filesOf, nextView } from './shots.ts'

/** The order of the views, and what a photo that was taken is called (`scans/camera`). */
const having =
  (...views: PhotoView[]) =>
  (view: PhotoView) =>
    views.includes(view)

it('leads through the views in their order, past what is there, and begins anew at the end', () => {
  expect(nextView(null, having())).toBe('frontal')
  expect(nextView(null, having('frontal', 'smile'))).toBe('profile')
  expect(nextView('smile', having('smile', 'profile'))).toBe('intraoral_frontal')
  expect(nextView('lower_occlusal', having('frontal', 'lower_occlusal'))).toBe('smile')
  expect(nextView('smile', () => true)).toBeUndefined()
})

it('calls each photo so that its view is read from its name, and in the order of the views', () => {
  const photo = new Blob(['x'], { type: 'image/jpeg' })
  const shots = photoViews.toReversed().map(({ id }) => ({ view: id, photo, url: '' }))
  const files = filesOf(shots, new Date('2026-11-25T14:05:09Z'))
  expect(files.map(({ name }) => guessPhotoView(name))).toEqual(photoViews.map(({ id }) => id))
  expect(files[0]!.name).toBe('Face, at rest 2026-11-25 14-05-09.jpg')
  expect(new Set(files.map(({ name }) => name)).size).toBe(8)
})

it('keeps the ending of a photo that was chosen', () => {
  const shot = { view: 'profile', photo: new Blob(['x'], { type: 'image/png' }), url: '' } as const
  expect(filesOf([shot], new Date(0))[0]).toMatchObject({ name: 'Profile 1970-01-01 00-00-00.png', type: 'image/png' })
})
