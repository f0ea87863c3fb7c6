import { expect, test } from 'vitest'
import { archOf, linesOf } from './items.ts'

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
    { arch: 3, contentType: 'Trays', insertBrackets: true },
    { arch: 1, contentType: 'Study Model', insertBrackets: false },
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
