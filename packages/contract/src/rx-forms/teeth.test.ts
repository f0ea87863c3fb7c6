import { describe, expect, it } from 'vitest'
import { allTeeth, deciduousTeeth, isDeciduous, permanentTeeth, toothInWords, toothName } from './teeth.ts'

/* By hand, from the tables of ADA and ISO 3950 (`rx-form/tooth-numbers`). */
describe('a tooth has the number that its practice writes', () => {
  it.each([
    [18, '1', 'upper right third molar'],
    [16, '3', 'upper right first molar'],
    [14, '5', 'upper right first premolar'],
    [13, '6', 'upper right canine'],
    [11, '8', 'upper right central incisor'],
    [21, '9', 'upper left central incisor'],
    [28, '16', 'upper left third molar'],
    [38, '17', 'lower left third molar'],
    [34, '21', 'lower left first premolar'],
    [31, '24', 'lower left central incisor'],
    [41, '25', 'lower right central incisor'],
    [46, '30', 'lower right first molar'],
    [48, '32', 'lower right third molar'],
    [55, 'A', 'upper right deciduous second molar'],
    [53, 'C', 'upper right deciduous canine'],
    [51, 'E', 'upper right deciduous central incisor'],
    [61, 'F', 'upper left deciduous central incisor'],
    [65, 'J', 'upper left deciduous second molar'],
    [75, 'K', 'lower left deciduous second molar'],
    [74, 'L', 'lower left deciduous first molar'],
    [71, 'O', 'lower left deciduous central incisor'],
    [81, 'P', 'lower right deciduous central incisor'],
    [85, 'T', 'lower right deciduous second molar'],
  ])('FDI %i is %s, %s', (tooth, universal, words) => {
    expect(toothName(tooth, 'universal')).toBe(universal)
    expect(toothName(tooth, 'fdi')).toBe(String(tooth))
    expect(toothInWords(tooth)).toBe(words)
  })

  it('no two teeth share one', () => {
    expect(allTeeth).toHaveLength(52)
    for (const numbering of ['universal', 'fdi'] as const)
      expect(new Set(allTeeth.map((tooth) => toothName(tooth, numbering))).size).toBe(52)
    expect(allTeeth.filter((tooth) => !isDeciduous(tooth)).map((tooth) => toothName(tooth, 'universal'))).toEqual(
      Array.from({ length: 32 }, (_, index) => String(index + 1)),
    )
  })

  it('the patient’s right stands on the left, and what bites on each other stands above each other', () => {
    expect(permanentTeeth.upper).toEqual([18, 17, 16, 15, 14, 13, 12, 11, 21, 22, 23, 24, 25, 26, 27, 28])
    expect(permanentTeeth.lower).toEqual([48, 47, 46, 45, 44, 43, 42, 41, 31, 32, 33, 34, 35, 36, 37, 38])
    expect(deciduousTeeth.upper).toEqual([55, 54, 53, 52, 51, 61, 62, 63, 64, 65])
    expect(deciduousTeeth.lower).toEqual([85, 84, 83, 82, 81, 71, 72, 73, 74, 75])
  })
})
