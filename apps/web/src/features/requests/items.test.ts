import { expect, test } from 'vitest'
import { archOf, linesOf, madeItems } from './items.ts'

const item = (arch: number, content_type: string, insert_brackets = false) => ({
  id: arch,
  arch,
  content_type_id: 1,
  content_type,
  insert_brackets,
  file_id: null,
  flawed_tray_id: null,
})

test('both arches of one kind read as one line', () => {
  expect(linesOf([item(1, 'Trays', true), item(2, 'Trays', true), item(1, 'Study Model')])).toEqual([
    { arch: 3, contentType: 'Trays', insertBrackets: true, corrected: false, inOffice: false },
    { arch: 1, contentType: 'Study Model', insertBrackets: false, corrected: false, inOffice: false },
  ])
})

test('arches that differ in their brackets stay apart', () => {
  expect(linesOf([item(1, 'Trays', true), item(2, 'Trays')]).map(({ arch }) => arch)).toEqual([1, 2])
})

test('the arch of a print', () => {
  expect(archOf([item(2, 'Trays'), item(2, 'Study Model')])).toBe('Mandibular')
  expect(archOf([item(1, 'Trays'), item(2, 'Trays')])).toBe('Both')
  expect(archOf([item(3, 'Trays')])).toBe('Both')
})

test('a corrected tray stays apart from what the practice makes of the same print (corrections/print)', () => {
  const items = [
    { ...item(1, 'Trays'), assignment: 2 },
    { ...item(2, 'Trays'), assignment: 2 },
    { ...item(1, 'Trays'), flawed_tray_id: 21 },
  ]
  expect(linesOf(items)).toMatchObject([
    { arch: 3, corrected: false, inOffice: true },
    { arch: 1, corrected: true, inOffice: false },
  ])
  expect(archOf(madeItems(items))).toBe('Maxillary')
})
