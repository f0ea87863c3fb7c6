import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { lackingArch } from './setup-arches.ts'

const said = (
  jaws_id: number | null,
  setup: number[],
  submission: number[],
  patient_file_type_id: number = patientFileTypes.stl.id,
) => {
  const ofKind = (kind: string, all: number[]) => all.map((each) => ({ kind, patient_file_type_id, jaws_id: each }))
  return lackingArch({
    rx_form: jaws_id && { jaws_id },
    patient_files: [...ofKind('setup', setup), ...ofKind('submission', submission)],
  } as unknown as Patient)?.text
}

test('the ordered arch that a case lacks, by its setup, else by its scans (cases/setup-arches)', () => {
  expect(said(3, [1, 2], [1])).toBeUndefined()
  expect(said(3, [3], [1])).toBeUndefined()
  expect(said(1, [1], [1, 2])).toBeUndefined()
  expect(said(3, [], [])).toBeUndefined()
  expect(said(null, [1], [1])).toBeUndefined()
  expect(said(3, [1], [1, 2])).toBe('The setup has no mandibular arch; both are ordered.')
  expect(said(3, [1], [])).toBe('The setup has no mandibular arch; both are ordered.')
  expect(said(3, [2], [2])).toBe(
    'The setup has no maxillary arch; both are ordered. There is no maxillary scan either.',
  )
  expect(said(2, [1], [1, 2])).toBe('The setup has no mandibular arch; the mandibular arch is ordered.')
  // Files of the desktop application say nothing of arches.
  expect(said(3, [1], [1], patientFileTypes.ios.id)).toBeUndefined()
  expect(said(3, [], [1])).toBe('No mandibular scan was submitted; both are ordered.')
})
