import type { PhotoView } from '@archwire/contract/patient-files/types.ts'
import { expect, test } from 'vitest'
import { guessPhotoView } from './photo-guess.ts'

test.each<[fileName: string, PhotoView | null]>([
  ['Ada Byron - Smile.JPG', 'smile'],
  ['extraoral_frontal_smiling.jpg', 'smile'],
  ['profile.png', 'profile'],
  ['EO Profil rechts.jpg', 'profile'],
  ['face-at-rest.jpg', 'frontal'],
  ['Frontal repose.jpg', 'frontal'],
  ['portrait.webp', 'frontal'],
  ['extraoral front.jpg', 'frontal'],
  ['upper occlusal.jpg', 'upper_occlusal'],
  ['Maxillary.JPG', 'upper_occlusal'],
  ['case-a-lower-occlusal.jpg', 'lower_occlusal'],
  ['mand occl.jpg', 'lower_occlusal'],
  ['Max occlusal.jpg', 'upper_occlusal'],
  ['buccal_right.jpg', 'right_buccal'],
  ['IO left.jpg', 'left_buccal'],
  ['left lateral.jpg', 'left_buccal'],
  ['intraoral-frontal.jpg', 'intraoral_frontal'],
  ['teeth, front.jpg', 'intraoral_frontal'],
])('%s shows %s', (fileName, view) => expect(guessPhotoView(fileName)).toBe(view))

test.each([
  'IMG_0042.JPG',
  'DSC 1234.jpg',
  'front.jpg',
  'occlusal.jpg',
  'upper and lower.jpg',
  'buccal-1.jpg',
  'Byron, Ada.jpg',
  'Wright, Lloyd.jpg',
  // Names of people are no views.
  'Smiley, Max.jpg',
  'Profilova, Rest.jpg',
  'Lowery, Ann.jpg',
  'Boniface, Ann.jpg',
])('%s does not tell', (fileName) => expect(guessPhotoView(fileName)).toBeNull())

test.each<[fileName: string, first_name: string, last_name: string, view: PhotoView | null]>([
  ['Lowery_Ann_upper.jpg', 'Ann', 'Lowery', 'upper_occlusal'],
  ['Lower_Ann.jpg', 'Ann', 'Lower', null],
  ['Profile, Max smile.jpg', 'Max', 'Profile', 'smile'],
  ['Face, Ann - profile.jpg', 'Ann', 'Face', 'profile'],
])('%s of %s %s shows %s', (fileName, first_name, last_name, view) =>
  expect(guessPhotoView(fileName, { first_name, last_name })).toBe(view),
)
