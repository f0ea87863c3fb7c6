import { expect, it } from 'vitest'
import { z } from 'zod'
import { dashboard } from '../dashboard/routes.ts'
import { rxForms } from '../rx-forms/routes.ts'
import { patientFiles } from './routes.ts'
import { uploadKeys } from './schema.ts'
import { mediaTypeOf } from './types.ts'

it('what makes links, files or figures at a press is counted', () => {
  const counted = [
    patientFiles.uploadLink,
    patientFiles.storeUploadedFile,
    rxForms.uploadLink,
    rxForms.uploadLinkOfOrganization,
    rxForms.submit,
    rxForms.submitForOrganization,
    dashboard.get,
  ]
  expect(counted.filter((route) => !('rate' in route)).map(({ path }) => path)).toEqual([])
})

it('names and types of files hold nothing that a header or a signature would stumble over', () => {
  const keys = z.strictObject({ name: uploadKeys.name, type: uploadKeys.type })
  const fits = (name: string, type: string) => keys.safeParse({ name, type }).success
  expect(fits('Müller "Ada"; 上顎.stl', 'model/stl')).toBe(true)
  expect(fits('a.stl', 'application/vnd.ms-pki.stl')).toBe(true)
  for (const name of ['a\nb', 'a\rb', 'a\u0000b', 'a\u001bb', 'a\u0085b', '']) expect(fits(name, 'a/b')).toBe(false)
  for (const type of ['a/b\n', 'a', 'a/b;c=d', '', `a/${'b'.repeat(100)}`]) expect(fits('a.stl', type)).toBe(false)
  expect(['model/stl', 'text/plain;charset=utf-8', ''].map(mediaTypeOf)).toEqual([
    'model/stl',
    'application/octet-stream',
    'application/octet-stream',
  ])
})
