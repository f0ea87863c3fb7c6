import { expect, it } from 'vitest'
import { addressOf } from './files-of-pages.ts'

it.each([
  ['login.tsx', '/login'],
  ['index.tsx', '/'],
  ['shared.$token.tsx', '/shared/:token'],
  ['_signed-in/_page/requests.index.tsx', '/requests'],
  ['_signed-in/_page/organizations.$organizationId.locations.$id.tsx', '/organizations/:organizationId/locations/:id'],
  ['_signed-in/_page/patient-details.$id_.print-rxform.tsx', '/patient-details/:id/print-rxform'],
  ['_signed-in/_page.tsx', null],
])('the route of %s is at %s', (file, address) => expect(addressOf(file)).toBe(address))
