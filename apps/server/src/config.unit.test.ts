import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  BOT_CHECK_SECRET: 'y'.repeat(32),
  SMTP_URL: 'smtp://mail.example.com',
  PUBLIC_URL: 'https://portal.example.com',
}
const bucket = { S3_BUCKET: 'archwire-files', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
const local = { STORAGE_SECRET: 'x'.repeat(32) }
const owner = { DATABASE_URL: 'postgres://owner@db/archwire' }
const app = { DATABASE_APP_URL: 'postgres://archwire_app:p@db/archwire' }

describe('production', () => {
  it('needs a database, a place for files, mail and an address', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
      'Production needs DATABASE_URL, STORAGE_SECRET, BOT_CHECK_SECRET, SMTP_URL, PUBLIC_URL in the environment.',
    )
    expect(() => readConfig({ ...production, ...local })).toThrow('Production needs DATABASE_URL')
    expect(() => readConfig({ ...production, ...owner })).toThrow('Production needs STORAGE_SECRET')
  })

  it('runs with the application’s role alone, and with a bucket instead of a secret for links', () => {
    const config = readConfig({ ...production, ...app, ...bucket })
    expect(config.database).toMatchObject({ ownerUrl: undefined, appUrl: app.DATABASE_APP_URL })
    expect(config).toMatchObject({ storageSecret: '', drainSeconds: 5, s3: { bucket: 'archwire-files' } })
    expect(readConfig({ ...production, ...owner, ...local })).toMatchObject({ s3: undefined })
  })

  it.each([
    [{ S3_BUCKET: 'archwire-files' }, 'S3_BUCKET is set, but S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY is missing.'],
    [{ S3_ENDPOINT: 'https://s3.example.com' }, 'S3_ENDPOINT is set, but S3_BUCKET'],
    [{ ...bucket, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is missing'],
  ])('refuses half a bucket: %o', (half, sentence) => {
    expect(() => readConfig({ ...production, ...owner, ...local, ...half })).toThrow(sentence)
  })

  it('refuses a bucket name that would not fit a host name', () => {
    expect(() => readConfig({ ...production, ...owner, ...bucket, S3_BUCKET: 'my.bucket' })).toThrow('S3_BUCKET')
  })
})
