import { expect, test } from 'vitest'
import { desktopTarget } from './desktop-target.ts'

const given = { scheme: 'dibs://', code: 'c0de', origin: 'https://portal.example' }
const target = (q?: string) => desktopTarget(q, given)

test('the application opens by its scheme, with the code', () => {
  expect(target('dibs://case/12')).toEqual({ kind: 'app', address: 'dibs://case/12?desktop_code=c0de' })
  expect(target('dibs://case?id=12&desktop_code=old')).toEqual({
    kind: 'app',
    address: 'dibs://case?id=12&desktop_code=c0de',
  })
  expect(target(undefined)).toEqual({ kind: 'app', address: 'dibs://?desktop_code=c0de' })
})

test('who came by a code has no other one: the application opens without', () => {
  const without = { ...given, code: undefined }
  expect(desktopTarget('dibs://case/12?desktop_code=old', without)).toEqual({ kind: 'app', address: 'dibs://case/12' })
})

test('a page of the portal is one, and gets no code', () => {
  expect(target('/patient-details/12?tab=2#files')).toEqual({ kind: 'page', path: '/patient-details/12?tab=2#files' })
})

test('anything else is ignored: the application opens without a place', () => {
  for (const q of [
    '//evil.example/x',
    '/\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example/p',
    '/%2e//evil.example',
    '/./\\evil.example',
    'https://evil.example',
    'https://portal.example.evil.example/',
    'javascript:alert(1)',
    'dibsevil://x',
    'data:text/html,x',
    '',
    'patients',
  ])
    expect(target(q), q).toEqual({ kind: 'app', address: 'dibs://?desktop_code=c0de' })
})

test('the scheme is the lab’s own', () => {
  const other = { ...given, scheme: 'arch-desk://' }
  expect(desktopTarget('arch-desk://x', other)).toEqual({ kind: 'app', address: 'arch-desk://x?desktop_code=c0de' })
  expect(desktopTarget('dibs://x', other)).toEqual({ kind: 'app', address: 'arch-desk://?desktop_code=c0de' })
})
