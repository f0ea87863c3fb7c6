import { createECDH } from 'node:crypto'
import { expect, it } from 'vitest'
import { isHostOf } from '../../services/push/web-push.ts'
import { isKey, silentUntil, tooMany } from './rules.ts'

/** Silent hours by the clock of a wall, browsers and addresses (`notices/silent`, `notices/push`). */
const denver = 'America/Denver'
const night = { from: '21:00', to: '07:00' }

it.each([
  // In winter Denver is seven hours behind, in summer six.
  ['in the evening', '2026-01-15T04:30:00Z', night, '2026-01-15T14:00:00Z'],
  ['as they begin', '2026-01-15T04:00:00Z', night, '2026-01-15T14:00:00Z'],
  ['a moment before they begin', '2026-01-15T03:59:59Z', night, null],
  ['after midnight', '2026-01-15T10:00:00Z', night, '2026-01-15T14:00:00Z'],
  ['as they end', '2026-01-15T14:00:00Z', night, null],
  ['at noon', '2026-01-15T19:00:00Z', night, null],
  ['the night in which the clock goes forward', '2026-03-08T05:00:00Z', night, '2026-03-08T13:00:00Z'],
  ['the night in which it goes back', '2026-11-01T04:00:00Z', night, '2026-11-01T14:00:00Z'],
  ['over noon', '2026-01-15T19:10:00Z', { from: '12:00', to: '13:30' }, '2026-01-15T20:30:00Z'],
  ['the evening before hours over noon', '2026-01-15T04:30:00Z', { from: '12:00', to: '13:30' }, null],
  // Clocks show no 2:30 that night: the end is looked for minute by minute, and found at 3:00.
  ['to a time that is skipped', '2026-03-08T08:50:00Z', { from: '21:00', to: '02:30' }, '2026-03-08T08:51:00Z'],
  ['after a time that was skipped', '2026-03-08T09:00:00Z', { from: '21:00', to: '02:30' }, null],
  [
    'to a time that is shown twice, the first time',
    '2026-11-01T07:10:00Z',
    { from: '21:00', to: '01:30' },
    '2026-11-01T07:30:00Z',
  ],
  [
    'to a time that is shown twice, the second time',
    '2026-11-01T08:10:00Z',
    { from: '21:00', to: '01:30' },
    '2026-11-01T08:11:00Z',
  ],
])('%s', (_when, at, hours, until) => {
  expect(silentUntil(new Date(at), hours, denver)?.toISOString() ?? null).toBe(until && new Date(until).toISOString())
})

it('who set no hours is always told, and the hours are those of one’s own zone', () => {
  const at = new Date('2026-01-15T04:30:00Z')
  expect(silentUntil(at, null, denver)).toBeNull()
  expect(silentUntil(at, night, 'Europe/Berlin')?.toISOString()).toBe('2026-01-15T06:00:00.000Z')
  expect(silentUntil(at, night, 'Asia/Tokyo')).toBeNull()
})

it('ten browsers are enough', () => {
  expect([0, 9, 10, 11].map((browsers) => tooMany(browsers) === null)).toEqual([true, true, false, false])
})

it('a key is a point of the curve', () => {
  const key = createECDH('prime256v1')
  key.generateKeys()
  expect(isKey(key.getPublicKey('base64url'))).toBe(true)
  expect(isKey(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url'))).toBe(false)
})

it.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://web.push.apple.com/x', true],
  ['https://push.apple.com/x', false],
  ['https://.push.apple.com/x', false],
  ['https://web..push.apple.com/x', false],
  ['https://fcm.googleapis.com.evil.test/x', false],
  ['https://evilfcm.googleapis.com/x', false],
  ['https://evil-push.apple.com/x', false],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user@fcm.googleapis.com/x', false],
  ['https://127.0.0.1/x', false],
  ['nothing', false],
])('%s is called: %s', (endpoint, called) => {
  expect(isHostOf(endpoint, ['fcm.googleapis.com', '*.push.apple.com'])).toBe(called)
})
