import { expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

const portal = 'https://portal.example'

it.each(['/patients', '/patients?filter[search]=Abc', '/patient-details/7#files', '/x//y', '/x?to=//evil.example'])(
  'follows %s',
  (path) => {
    const followed = ownPath(path, portal)
    expect(decodeURI(followed ?? '')).toBe(path)
    expect(new URL(followed!, portal).origin).toBe(portal)
  },
)

it.each([
  undefined,
  '',
  'patients',
  '//evil.example/x',
  'https://evil.example/x',
  'https://portal.example/patients',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  'javascript:alert(1)',
  // Browsers leave out tabs and line breaks of an address.
  '/\t/evil.example',
  '/\n\\evil.example',
])('drops %s', (path) => {
  expect(ownPath(path, portal)).toBeUndefined()
})
