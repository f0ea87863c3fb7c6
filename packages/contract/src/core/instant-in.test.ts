import { expect, it } from 'vitest'
import { dayIn, instantIn, secondsOfDayIn } from './dates.ts'

it.each([
  ['America/Denver', '2026-11-24', 16, '2026-11-24T23:00:00.000Z'],
  ['America/Denver', '2026-07-01', 16, '2026-07-01T22:00:00.000Z'],
  // The days on which clocks are turned.
  ['America/Denver', '2026-03-08', 16, '2026-03-08T22:00:00.000Z'],
  ['America/Denver', '2026-11-01', 16, '2026-11-01T23:00:00.000Z'],
  ['America/Denver', '2026-11-01', 0, '2026-11-01T06:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', 8, '2025-12-31T18:00:00.000Z'],
  ['Asia/Kathmandu', '2026-05-05', 16, '2026-05-05T10:15:00.000Z'],
])('%s, %s at %s: %s', (zone, day, hour, instant) =>
  expect(instantIn(zone, day, hour * 3600).toISOString()).toBe(instant),
)

it('clocks there show that day and time, all year round', () => {
  for (let index = 0; index < 730; index += 1) {
    const day = dayIn('UTC', new Date(Date.UTC(2026, 0, 1 + index)))
    for (const zone of ['America/Denver', 'Europe/Vienna', 'Australia/Lord_Howe', 'Pacific/Auckland'])
      for (const hour of [8, 16]) {
        const instant = instantIn(zone, day, hour * 3600)
        expect([zone, dayIn(zone, instant), secondsOfDayIn(zone, instant)]).toEqual([zone, day, hour * 3600])
      }
  }
})
