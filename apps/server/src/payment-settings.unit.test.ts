import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const production = {
  NODE_ENV: 'production',
  DATABASE_APP_URL: 'postgres://archwire_app:p@db/archwire',
  STORAGE_SECRET: 'x'.repeat(32),
  BOT_CHECK_SECRET: 'y'.repeat(32),
  SMTP_URL: 'smtp://mail.example.com:587',
  PUBLIC_URL: 'https://portal.example.com',
}
const provider = {
  PAYMENTS_URL: 'https://api.pay.example.com',
  PAYMENTS_TOKEN: 'token',
  PAYMENTS_WEB_TOKEN: 'web-token',
  PAYMENTS_WEBHOOK_SECRET: 'a secret for reports',
  PAYMENTS_SCRIPT: 'https://js.pay.example.com/stax.js',
}

describe('the payment provider in production', () => {
  it('is whole, or none, and never the stand-in unasked', () => {
    expect(readConfig(production)).toMatchObject({ payments: undefined, paymentStandIn: undefined })
    const origins = { PAYMENTS_ORIGINS: 'https://a.example.com,https://b.example.com:8443' }
    expect(readConfig({ ...production, ...provider, ...origins })).toMatchObject({
      payments: {
        url: 'https://api.pay.example.com',
        token: 'token',
        webToken: 'web-token',
        webhookSecret: 'a secret for reports',
        script: 'https://js.pay.example.com/stax.js',
        origins: ['https://a.example.com', 'https://b.example.com:8443'],
      },
      paymentStandIn: undefined,
    })
  })

  it.each(Object.keys(provider))('is refused without %s, in every mode', (name) => {
    const half = Object.fromEntries(Object.entries(provider).filter(([other]) => other !== name))
    expect(() => readConfig({ ...production, ...half })).toThrow(`is set, but ${name} is missing.`)
    expect(() => readConfig({ NODE_ENV: 'test', ...half, DATA_DIR: '/nowhere' })).toThrow(`${name} is missing.`)
  })

  it.each([
    [{ ...provider, PAYMENTS_URL: 'http://api.pay.example.com' }, 'Production needs https: PAYMENTS_URL'],
    [{ ...provider, PAYMENTS_URL: 'http://127.0.0.1:4110' }, 'Production needs https: PAYMENTS_URL'],
    [{ ...provider, PAYMENTS_SCRIPT: 'http://js.pay.example.com/s.js' }, 'Production needs https: PAYMENTS_SCRIPT'],
    [{ ...provider, PAYMENTS_URL: 'HTTP://api.pay.example.com' }, 'Production needs https: PAYMENTS_URL'],
    [{ ...provider, PAYMENTS_URL: 'ftp://api.pay.example.com' }, 'Production needs https: PAYMENTS_URL'],
    [{ ...provider, PAYMENTS_SCRIPT: 'data:text/javascript,1' }, 'Production needs https: PAYMENTS_SCRIPT'],
    [{ ...provider, PAYMENTS_SCRIPT: 'javascript:https://a.example' }, 'Production needs https: PAYMENTS_SCRIPT'],
    [{ ...provider, PAYMENTS_ORIGINS: 'https://a.example,http://b.example' }, 'https: PAYMENTS_ORIGINS'],
    [{ ...provider, PAYMENTS_ORIGINS: "https://a.example; script-src 'unsafe-inline'" }, 'a comma list of origins'],
    [{ ...provider, PAYMENTS_ORIGINS: '*' }, 'a comma list of origins'],
    [{ ...provider, PAYMENTS_TOKEN: 'CHANGE_ME' }, 'example’s PAYMENTS_TOKEN'],
    [{ ...provider, PAYMENTS_WEBHOOK_SECRET: 'short' }, 'PAYMENTS_WEBHOOK_SECRET'],
    [{ PAYMENTS_STAND_IN: '1' }, 'Production refuses PAYMENTS_STAND_IN'],
    [{ ...provider, PAYMENTS_STAND_IN: '1' }, 'use one of them'],
  ])('refuses %o', (change, sentence) => {
    expect(() => readConfig({ ...production, ...change })).toThrow(sentence)
  })
})
