import { expect, it } from 'vitest'
import pg from 'pg'
import { Invalid } from './errors.ts'
import { errorLine, framesOf, wordsOf } from './error-line.ts'

/** `safety/error-lines`: a log keeps code, table and constraint; never a driver's message, detail, or the values. */
it('keeps nothing that was sent or stored', () => {
  const driver = Object.assign(new pg.DatabaseError('invalid input syntax: "Ann Smith"', 10, 'error'), {
    code: '23505',
    detail: 'Key (name)=(Ann Smith) already exists.',
    where: 'JSON data, line 1: {"name": "Ann Smith"',
    table: 'patients',
    constraint: 'patients_pkey',
  })
  const errors = [
    driver,
    new SyntaxError('Unexpected token "Ann Smith" in JSON'),
    new Invalid({ 'Ann Smith': ['Unknown field'] }),
    Object.assign(new Error('query: Ann Smith'), { code: '22P02', parameters: ['Ann Smith'] }),
    new TypeError('the list could not be read', { cause: driver }),
    'Ann Smith',
  ]
  expect(JSON.stringify(errors.map(errorLine))).not.toContain('Ann')
  expect(errorLine(driver)).toMatchObject({ code: '23505', table: 'patients', constraint: 'patients_pkey' })
})

it.each([
  [
    'refuses an address',
    { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 <ada@example.com>' },
  ],
  ['refuses a text', { code: 'EMESSAGE', responseCode: 554, command: 'DATA', response: '554 patient Ada Byron' }],
  ['refuses a sign-in', { code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN', response: '535 ada' }],
  ['breaks off', { code: 'ECONNECTION', command: 'CONN' }],
  ['answers late', { responseCode: 421 }],
])('keeps no word of a mail server that %s', (_, more) => {
  const error = Object.assign(new Error('Message failed: 550 5.1.1 <ada@example.com>: patient Ada Byron'), more)
  const line = errorLine(new TypeError('no mail', { cause: error }))
  expect(JSON.stringify(line)).not.toMatch(/ada|byron/i)
  const { code, responseCode } = more as { code?: string; responseCode?: number }
  expect(line.cause).toMatchObject({ ...(code && { code }), ...(responseCode && { responseCode }) })
  expect(wordsOf(error)).not.toMatch(/ada|byron/i)
  expect(wordsOf(error)).toContain(String(responseCode ?? code))
})

it('takes for a frame of a stack what is one', () => {
  const frames = ['    at read (/app/src/read.ts:12:7)', '    at new Promise (<anonymous>)', '    at node:fs:1:2']
  const said = ['Error: Ada', '    at Ada’s practice', ...frames, 'Node.js v24', ' solid "Ada Byron"'].join('\n')
  expect(framesOf(said)).toEqual(frames)
})

it('keeps what our own code says, and where', () => {
  const line = errorLine(new TypeError('no such state'))
  expect(line).toMatchObject({ type: 'TypeError', message: 'no such state' })
  expect(line.stack).toContain('error-line.unit.test.ts')
})

it('says why a mail server or the database was not reached, and keeps errors that are plain objects', () => {
  const certificate = Object.assign(new Error('self-signed certificate'), { code: 'ESOCKET', command: 'CONN' })
  expect(errorLine(certificate)).toMatchObject({ code: 'ESOCKET', message: 'self-signed certificate' })
  const full = Object.assign(new pg.DatabaseError('could not extend file: No space left on device', 10, 'error'), {
    code: '53100',
  })
  expect(errorLine(full)).toMatchObject({ code: '53100', message: 'could not extend file: No space left on device' })
  expect(errorLine({ message: 'Connection terminated', queue: 'mail.send' })).toMatchObject({
    message: 'Connection terminated',
  })
  expect(errorLine({ message: 'Key (name)=(Ann Smith)', code: '23505', severity: 'ERROR' })).toMatchObject({
    code: '23505',
    message: '',
  })
})
