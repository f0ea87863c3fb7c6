import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rxFormNames } from '@archwire/contract/rx-forms/fields.ts'
import { expect, it } from 'vitest'

it('every field of the Rx form has its place on the page', () => {
  const page = globSync(['*-section.tsx', 'delivery-date.tsx'], { cwd: import.meta.dirname })
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  expect(rxFormNames.filter((name) => !new RegExp(`['".]${name}\\b`).test(page))).toEqual([])
})
