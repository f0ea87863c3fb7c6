import { tableOf } from '@archwire/contract/measurements/table.ts'
import { expect, it } from 'vitest'
import { measurementText } from './measurement-text.ts'

it('is a table that sheets and letters take', () => {
  const table = tableOf([
    { kind: 'arch_width', jaw: 'upper', place: 'canines', value: 34.1 },
    { kind: 'arch_width', jaw: 'lower', place: 'canines', value: 26.5 },
    { kind: 'arch_width', jaw: 'lower', place: 'first_molars', value: 41 },
    { kind: 'tooth_size', jaw: 'upper', place: 8, value: 8.5 },
    { kind: 'angle', jaw: null, place: null, value: 87.5 },
  ])
  expect(measurementText('Setup', table)).toBe(
    [
      'Measurements: Setup',
      '',
      'Arch width (mm)\tUpper\tLower\tDifference',
      'Canines\t34.10\t26.50\t7.60',
      'First molars\t\t41.00\t',
      '',
      'Tooth (Universal)\t\tSize (mm)',
      '8\tupper right central incisor\t8.50',
      '',
      'Bolton analysis\tRatio\tUsual\t',
      'Anterior ratio\t–\t77.2 ± 1.65 %\t1 of 12 front teeth measured',
      'Overall ratio\t–\t91.3 ± 1.91 %\t1 of 24 teeth from first molar to first molar measured',
      '',
      'Angle\t87.5°',
      '',
      'A review aid, not for diagnosis or manufacture.',
      '',
    ].join('\n'),
  )
})

it('has no empty parts', () => {
  const text = measurementText('Setup', tableOf([{ kind: 'distance', jaw: null, place: null, value: 3 }]))
  expect(text.split('\n\n')).toEqual([
    'Measurements: Setup',
    'Distance\t3.00 mm',
    'A review aid, not for diagnosis or manufacture.\n',
  ])
})
