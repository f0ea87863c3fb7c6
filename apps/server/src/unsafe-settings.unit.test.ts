import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { mailTls, publicHalf } from './unsafe-settings.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_APP_URL: 'postgres://archwire_app:p@db/archwire',
  STORAGE_SECRET: 'x'.repeat(32),
  BOT_CHECK_SECRET: 'y'.repeat(32),
  SMTP_URL: 'smtp://mail.example.com:587',
  PUBLIC_URL: 'https://portal.example.com',
}

describe('production refuses, in one sentence,', () => {
  it.each([
    [{ BOT_CHECK_SECRET: 'CHANGE_ME_to_32_random_bytes_the_same_on_every_machine' }, 'example’s BOT_CHECK_SECRET'],
    [{ SMTP_URL: 'smtp://user:CHANGE_ME@mail.example.com:587' }, 'example’s SMTP_URL'],
    [{ DATABASE_APP_URL: 'postgres://archwire_app:CHANGE_ME@db/archwire' }, 'example’s DATABASE_APP_URL'],
    [
      { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'CHANGE_ME', S3_SECRET_ACCESS_KEY: 'CHANGE_ME' },
      'example’s S3_ACCESS_KEY_ID',
    ],
    [{ PUBLIC_URL: 'http://portal.example.com' }, 'PUBLIC_URL must start with it'],
    [{ SMTP_URL: 'smtp://mail.example.com?ignoreTLS=true' }, 'must not switch TLS off'],
    [{ SMTP_URL: 'smtps://mail.example.com?tls.rejectUnauthorized=false' }, 'must not switch TLS off'],
  ])('%o', (change, sentence) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(sentence)
  })

  it('and nothing else', () => {
    expect(readConfig(production)).toMatchObject({ mode: 'production', secure: true })
    const alone = { ...production, PUBLIC_URL: 'http://127.0.0.1:4100', SMTP_URL: 'smtp://127.0.0.1:25' }
    expect(readConfig(alone)).toMatchObject({ secure: false })
  })
})

it.each(['0.0.0.0', '::', '192.168.1.7', 'portal.internal'])(
  'development on %s, where everybody could read its mails, does not start',
  (HOST) => {
    for (const NODE_ENV of ['development', undefined])
      expect(() => readConfig({ NODE_ENV, HOST, DATA_DIR: '/nowhere', STORAGE_SECRET: 'x'.repeat(32) })).toThrow(
        'is open to the network',
      )
    expect(readConfig({ ...production, HOST })).toMatchObject({ host: HOST })
  },
)

it.each([
  ['smtp://mail.example.com:587', 'required'],
  ['smtps://mail.example.com', 'required'],
  ['smtp://127.0.0.1:2525', 'not needed'],
  ['smtp://localhost', 'not needed'],
  ['smtp://[::1]:25', 'not needed'],
  ['smtp://127.0.0.1.evil.example', 'required'],
  ['smtp://mail.example.com?secure=false', 'switched off'],
  ['smtp://mail.example.com:587?requireTLS=true', 'required'],
  ['smtp://mail.example.com:465?secure=true', 'required'],
  ['smtp://mail.example.com?requireTLS=false', 'switched off'],
  ['smtp://mail.example.com?requireTLS=true&ignoreTLS=true', 'switched off'],
  ['smtp://mail.example.com?tls.rejectUnauthorized=false', 'switched off'],
])('mail to %s: TLS is %s', (url, expected) => {
  expect(mailTls(url)).toBe(expected)
})

describe('the key for push', () => {
  const key = (fill: string) => Buffer.alloc(32, fill).toString('base64url')
  const keys = (VAPID_PRIVATE_KEY?: string, VAPID_PUBLIC_KEY?: string) =>
    readConfig({ ...production, VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY })

  it('is both halves of one key, or none', () => {
    expect(keys().push).toBeUndefined()
    const push = keys(key('a'), publicHalf(key('a'))).push!
    expect(push).toMatchObject({ privateKey: key('a'), publicKey: publicHalf(key('a')) })
    expect(push.subject).toMatch(/^mailto:[^<>]+@[^<>]+$/)
    expect(() => keys(key('a'))).toThrow('VAPID_PRIVATE_KEY is set, but VAPID_PUBLIC_KEY is missing.')
    expect(() => keys(undefined, publicHalf(key('a')))).toThrow(
      'VAPID_PUBLIC_KEY is set, but VAPID_PRIVATE_KEY is missing.',
    )
    expect(() => keys(key('a'), publicHalf(key('b')))).toThrow('halves of different keys')
  })

  it('names push services by their hosts alone', () => {
    expect(() => readConfig({ ...production, PUSH_HOSTS: 'https://fcm.googleapis.com' })).toThrow('PUSH_HOSTS')
    expect(() => readConfig({ ...production, PUSH_HOSTS: '*' })).toThrow('PUSH_HOSTS')
  })
})
