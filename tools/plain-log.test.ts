import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { plainLog } from './plain-log.ts'

it('says a sentence of each kind of line, once; the file has all of them whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const file = join(folder, 'portal.log')
  const said: string[] = []
  const log = plainLog(file, (sentence) => said.push(sentence))
  const again = { level: 40, err: { stack: 'Error: busy\n  at work' }, msg: 'job failed; it will be tried again' }
  const lines = [again, again, { level: 50, msg: 'unexpected error' }].map((line) => `${JSON.stringify(line)}\n`)
  for (const line of lines) log.write(line)
  expect(said).toEqual([
    `Note: job failed; it will be tried again (details in ${file})`,
    `Error: unexpected error (details in ${file})`,
  ])
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''))
  rmSync(folder, { recursive: true })
})
