import { expect, test } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { isClosed } from './scene.ts'

const gone = new ApiError(404, 404, 'This link has expired or was closed.')

test.each([
  ['a share link that expired or was closed', 's_key', gone, true],
  ['a scan of a case', '12', gone, false],
  ['a busy server', 's_key', new ApiError(503, 503, 'Busy'), false],
  ['a lost connection', 's_key', new ApiError(0, 0, 'No connection'), false],
  ['a damaged scan', 's_key', new Error('damaged'), false],
])('%s (scans/shared)', (_name, viewerId, error, closed) => expect(isClosed(viewerId, error)).toBe(closed))
