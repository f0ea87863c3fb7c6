import type { Patient } from '@archwire/contract/patients/schema.ts'
import { expect, test } from 'vitest'
import { givenCase, sessionOf } from '../../../test/given-case.ts'
import { fakeServer, showPage } from '../../../test/show.tsx'
import { SessionContext } from '../../lib/session.tsx'
import { ChangesAsked } from './changes-asked.tsx'

const asked = { at: '2026-11-20T10:00:00.000Z', user_name: 'Jane Marsh', note: 'Lower left.', setup_is_newer: false }
const setup = (created_at: string) => ({ id: 1, kind: 'setup', created_at }) as Patient['patient_files'][number]

test.each([
  ['a setup of before', '2026-11-19T10:00:00.000Z', 'No setup has been uploaded since.'],
  [
    'the same setup again',
    '2026-11-21T10:00:00.000Z',
    'The setup that was uploaded since is the file that the doctor has seen.',
  ],
])('the lab reads what was uploaded since changes were asked for: %s', async (_, at, words) => {
  fakeServer({ body: { pins: [] } })
  const patient = givenCase({ changes_asked: asked, patient_files: [setup(at)] })
  const screen = await showPage(() => (
    <SessionContext value={sessionOf('supervisor')}>
      <ChangesAsked patient={patient} />
    </SessionContext>
  ))
  await expect.element(screen.getByText(words)).toBeVisible()
  await screen.unmount()
})
