import { flawedTrayLifecycle, type FlawedTrayStatus } from '@archwire/contract/flawed-trays/lifecycle.ts'
import { flawedTrays } from '@archwire/contract/flawed-trays/routes.ts'
import { testLifeCycle, type Lab } from './life-cycle.ts'

/** Generated from the life-cycle table of flawed trays: every (state, event) pair, and the same on hold. */
interface Tray {
  id: number
  patient: number
  file: number
}

const read = async ({ test, tech }: Lab, { id }: Tray) => {
  const { body } = await test.as(tech).call(flawedTrays.get, { params: { id } })
  return {
    state: body.flawed_tray.status.key as FlawedTrayStatus,
    has_file: body.flawed_tray.corrected_file_id !== null,
  }
}

async function trayIn(lab: Lab, state: FlawedTrayStatus): Promise<Tray> {
  const testCase = await lab.given.printedCase()
  const [id] = await lab.given.flawedTrays(testCase)
  if (state === 'corrected')
    return { id: id!, patient: testCase.id, file: await lab.given.correctedTray(testCase, id!) }
  return { id: id!, patient: testCase.id, file: await lab.given.correctionFile(testCase, lab.tech) }
}

testLifeCycle({
  table: flawedTrayLifecycle,
  make: trayIn,
  ways: {
    correct: ({ test, tech }: Lab, { id, file }: Tray) =>
      test.as(tech).call(flawedTrays.corrected, { params: { id }, body: { corrected_file_id: file } }),
    remove_corrected: ({ test, tech }: Lab, { id }: Tray) =>
      test.as(tech).call(flawedTrays.update, { params: { id }, body: { print: 2, corrected_file_id: null } }),
  },
  read,
  // A tray that has no corrected file keeps none.
  besides: (state, event) => (event === 'remove_corrected' && state === 'awaiting_fix' ? 'idle' : undefined),
  after: (moved, event) => ({ ...moved, has_file: event === 'correct' }),
  hold: { patientId: (tray) => tray.patient, says: 'This case is on hold.' },
})
