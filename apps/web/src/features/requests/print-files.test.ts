import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { expect, test } from 'vitest'
import { givenTray } from '../../../test/given-tray.ts'
import { printFilesOf } from './print-files.tsx'

const file = (id: number, kind: PatientFile['kind'], jaws_id: number | null, type = 2) =>
  ({ id, kind, jaws_id, patient_file_type_id: type }) as PatientFile
const ios = file(1, null, null, 1)
const [upper, lower, both] = [file(2, 'setup', 1), file(3, 'setup', 2), file(4, 'setup', 3)]
const [newUpper, newLower] = [file(5, 'correction', 1), file(6, 'correction', 2)]
const corrected = (arch: 1 | 2, corrected_file_id: number) =>
  givenTray({ arch, status: 'corrected', corrected_file_id, id: 20 + arch })
const ids = (files: PatientFile[], ...flawed_trays: ReturnType<typeof givenTray>[]) =>
  printFilesOf(files, { flawed_trays }).map(({ id }) => id)

test('a print is made from the setup, without one from the IOS file (requests/files)', () => {
  expect(ids([ios, upper, lower, newUpper])).toEqual([2, 3])
  expect(ids([ios])).toEqual([1])
})

test('of an arch whose tray was corrected it is made from the corrected file (requests/files)', () => {
  expect(ids([ios, upper, lower, newUpper], corrected(1, 5))).toEqual([5, 3])
  expect(ids([ios, upper, lower, newUpper, newLower], corrected(1, 5), corrected(2, 6))).toEqual([5, 6])
})

test('a setup of both arches stays until both are corrected', () => {
  expect(ids([both, newUpper], corrected(1, 5))).toEqual([5, 4])
  expect(ids([both, newUpper, newLower], corrected(1, 5), corrected(2, 6))).toEqual([5, 6])
})

test('a tray that waits again, or whose corrected file is gone, is still made from the setup', () => {
  expect(ids([upper, newUpper], givenTray({ arch: 1, id: 30 }), corrected(1, 5))).toEqual([2])
  expect(ids([upper], corrected(1, 5))).toEqual([2])
})
