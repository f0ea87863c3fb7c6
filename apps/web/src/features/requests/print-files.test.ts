import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { expect, test } from 'vitest'
import { printFilesOf } from './print-files.tsx'

const file = (id: number, kind: PatientFile['kind'], jaws_id: number | null, type = 2) =>
  ({ id, kind, jaws_id, patient_file_type_id: type }) as PatientFile
const ios = file(1, null, null, 1)
const [upper, lower, both] = [file(2, 'setup', 1), file(3, 'setup', 2), file(4, 'setup', 3)]
const [newUpper, newLower] = [file(5, 'correction', 1), file(6, 'correction', 2)]
const [first, second] = [
  { arch: 1, file_id: 5 },
  { arch: 2, file_id: 6 },
]
const ids = (files: PatientFile[], ...corrected_files: { arch: number; file_id: number }[]) =>
  printFilesOf(files, { corrected_files }).map(({ id }) => id)

test('a print is made from the setup, without one from the IOS file (requests/files)', () => {
  expect(ids([ios, upper, lower, newUpper])).toEqual([2, 3])
  expect(ids([ios])).toEqual([1])
})

test('of an arch whose tray was corrected it is made from the corrected file (requests/files)', () => {
  expect(ids([ios, upper, lower, newUpper], first)).toEqual([5, 3])
  expect(ids([ios, upper, lower, newUpper, newLower], first, second)).toEqual([5, 6])
})

test('a setup of both arches stays until both are corrected', () => {
  expect(ids([both, newUpper], first)).toEqual([5, 4])
  expect(ids([both, newUpper, newLower], first, second)).toEqual([5, 6])
})

test('a tray whose corrected file is gone is made from the setup', () => {
  expect(ids([upper], first)).toEqual([2])
})
