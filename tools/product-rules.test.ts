import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenProductPages, productRules } from './product-rules.ts'

const root = join(import.meta.dirname, '..')

test('the pages of the product name their rules once, and places that are there', () => {
  expect(brokenProductPages(root)).toEqual([])
  expect(productRules(root)).toEqual(expect.arrayContaining(['cases/notify', 'requests/ship-date', 'access/tries']))
})

test('what is wrong on a page is named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'product-'))
  mkdirSync(join(folder, 'docs', 'product'), { recursive: true })
  const write = (page: string, text: string) => writeFileSync(join(folder, 'docs', 'product', page), text)
  write('README.md', '| [cases](cases.md) |\n')
  write('cases.md', '- **hold** One.\n- **hold** Two; see `cases/hold` and `cases/nothing`.\n- No name.\n')
  write('work.md', 'In `apps/nowhere.ts`.\n')
  expect(brokenProductPages(folder)).toEqual([
    'cases/hold: named twice',
    'README.md: work.md',
    'cases.md: no name: - No name.',
    'cases.md: there is no rule cases/nothing',
    'work.md: apps/nowhere.ts is not there',
  ])
  rmSync(folder, { recursive: true })
})
