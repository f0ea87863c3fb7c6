import type { PatientFile } from '@archwire/contract/patient-files/schema.ts'
import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import { expect, test } from 'vitest'
import { paperFiles } from './paper-files.ts'

let id = 0
const file = (type: keyof typeof patientFileTypes, said: Partial<PatientFile>) =>
  ({
    id: (id += 1),
    patient_file_type_id: patientFileTypes[type].id,
    kind: 'submission',
    jaws_id: null,
    caption: '',
    check_note: '',
    ...said,
  }) as PatientFile

test('paper names what the practice sent: scans with arch and remark, photos with their captions (rx-form/print)', () => {
  const files = [
    file('photo', { name: 'smile.jpg', kind: null, caption: 'At rest' }),
    file('stl', { name: 'upper.stl', jaws_id: 1, check_note: 'The hole is a tooth gap' }),
    file('stl', { name: 'bite.stl', jaws_id: 3, kind: 'bite' }),
    file('stl', { name: 'setup.stl', jaws_id: 1, kind: 'setup' }),
    file('ios', { name: 'both.ios', jaws_id: 3 }),
  ]
  expect(paperFiles(files).map(({ name, what, note }) => [name, what, note])).toEqual([
    ['upper.stl', 'Maxillary', 'The hole is a tooth gap'],
    ['bite.stl', 'Bite scan', ''],
    ['both.ios', 'Both', ''],
    ['smile.jpg', 'Photo', 'At rest'],
  ])
})
