import { spawnSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeOutsideClient } from '../../../../tools/outside-client.ts'
import { hashPassword } from '../../src/modules/auth/index.ts'
import { openTestApp, type TestApp } from '../app.ts'
import { givenIn } from '../given.ts'

const program = join(import.meta.dirname, '..', 'outside-client')
const root = join(import.meta.dirname, '..', '..', '..', '..')

let test: TestApp
beforeAll(async () => {
  await writeOutsideClient()
  test = await openTestApp()
  await test.app.fastify.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

it('a program compiles against the client that the document generates', () => {
  const checked = spawnSync('tsc', ['-p', program], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` },
  })
  expect(checked.stdout + checked.stderr).toBe('')
  expect(checked.status).toBe(0)
})

it('and submits a case by nothing else', async () => {
  const given = givenIn(test)
  const practice = await given.practice()
  const password = 'Tall-Hedge-41'
  const { email } = await test.connection.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', practice.owner.id)
    .returning('email')
    .executeTakeFirstOrThrow()
  const { port } = test.app.fastify.server.address() as AddressInfo

  // Not an import that the compiler follows: its types are there only once the document has made them.
  const { submitCase } = (await import(pathToFileURL(join(program, 'submit-case.ts')).href)) as {
    submitCase: (order: object) => Promise<{ patient: object; refused: object }>
  }
  const testCase = await submitCase({
    origin: `http://127.0.0.1:${port}`,
    email,
    password,
    scan: given.scan('upper', 7),
  })
  expect(testCase.patient).toMatchObject({
    full_name: 'Olive Outside',
    organization_id: practice.id,
    patient_status: { key: 'new' },
    patient_files: [{ original_name: 'upper.stl', jaws_id: 1 }],
  })
  expect(testCase.refused).toMatchObject({ code: 422, error: { first_name: expect.any(Array) as unknown } })
})
