import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { expect, test } from '../journey.ts'
import { dropFiles, scansOnDisk, watchProgress } from '../people/scanner.ts'
import { openBreakingLine } from '../portal/breaking-line.ts'

/** (`scans/three-steps`) As many as a case may have, of the size that scanners make; or a few that take more than one part each. */
const isLong = process.env.LONG === '1'
const [count, triangles] = isLong ? [20, 500_000] : [4, 180_000]
const total = count * triangles * 50
/** The second break outlasts what a part is tried again for: the files wait then, and go on by themselves. */
const breaks = [
  { afterBytes: total * 0.15, forMs: 400 },
  { afterBytes: total * 0.5, forMs: isLong ? 25_000 : 400 },
  { afterBytes: total * 0.85, forMs: 400 },
]

test(
  `${count} scans over a line that breaks three times arrive whole, and no progress runs backwards`,
  { tag: '@long' },
  async ({ page, portal, signIn, watch }, info) => {
    test.setTimeout(isLong ? 900_000 : 120_000)
    watch.expect(/ERR_(CONNECTION_|SOCKET_|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|NETWORK|ABORTED)/)
    const testCase = await portal.given.case({ stage: 'in_progress', form: { first_name: 'Ada', last_name: 'Byron' } })
    mkdirSync(info.outputPath(), { recursive: true })
    const scans = scansOnDisk(info.outputPath(), { count, triangles })
    const line = await openBreakingLine(portal.url, breaks)
    const { owner } = testCase.practice
    await signIn(owner)
    await page.goto(`${line.url}/patient-details/${testCase.id}`)
    const section = page.getByRole('region', { name: 'STL Files', exact: true })
    const drop = section.getByRole('button', { name: /^Add scans/ })
    await expect(drop).toBeEnabled()
    const progress = await watchProgress(page)
    await dropFiles(
      page,
      drop,
      scans.map(({ path }) => path),
    )

    await expect(page.getByText('The files were uploaded successfully.')).toBeVisible({
      timeout: isLong ? 840_000 : 90_000,
    })
    await expect(section.getByRole('button', { name: /^Download / })).toHaveCount(count)
    // Each break tore something, and nothing was left behind on the page.
    expect(line.torn).toHaveLength(breaks.length)
    expect(Math.min(...line.torn)).toBeGreaterThan(0)
    await expect(section.getByRole('alert')).toHaveCount(0)
    const { backwards, seen } = await progress()
    expect(backwards).toEqual([])
    expect(scans.map(({ name }) => name).filter((name) => !seen.includes(name))).toEqual([])

    await test.step('what is stored is what was sent', async () => {
      const headers = { cookie: `archwire_session=${await portal.session(owner)}` }
      const ask = async <T>(path: string): Promise<T> =>
        (await (await fetch(`${portal.url}/api/v1${path}`, { headers })).json()) as T
      type Listed = { patient: { patient_files: { id: number; name: string }[] } }
      const { patient } = await ask<Listed>(`/patients/${testCase.id}`)
      const stored = new Map<string, string>()
      for (const { id, name } of patient.patient_files.filter((file) =>
        scans.some((scan) => scan.name === file.name),
      )) {
        const { url } = await ask<{ url: string }>(`/patient_files/${id}/download_link`)
        const bytes = Buffer.from(await (await fetch(new URL(url, portal.url))).arrayBuffer())
        stored.set(name, createHash('sha256').update(bytes).digest('hex'))
      }
      expect(stored).toEqual(new Map(scans.map(({ name, sha256 }) => [name, sha256])))
    })
    await page.close()
    await line.close()
  },
)
