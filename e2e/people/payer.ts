import type { Page } from '@playwright/test'

/** A field of the payment provider, in its frame. */
export const hostedField = (page: Page, label: 'Card number' | 'Security code' | 'Account number' | 'Routing number') =>
  page.frameLocator(`iframe[title="${label}"]`).getByRole('textbox', { name: label })

/** Numbers that the stand-in of the payment provider knows. */
export const testNumber = {
  paid: '4111111111111111',
  declined: '4012888888881881',
  slow: '4000000000003113',
  timeout: '4000000000003238',
  bank: '000123456789',
  bankReturned: '000111111116',
  routing: '110000000',
} as const
