import { expect, it } from 'vitest'
import pg from 'pg'
import { Invalid } from './errors.ts'
import { errorLine } from './error-line.ts'

/** Rule 57: a log keeps code, table and constraint; never a driver's message, detail, or the values. */
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

it('keeps what our own code says, and where', () => {
  const line = errorLine(new TypeError('no such state'))
  expect(line).toMatchObject({ type: 'TypeError', message: 'no such state' })
  expect(line.stack).toContain('error-line.unit.test.ts')
})
