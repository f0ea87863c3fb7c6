import { patientFileTypes } from '@archwire/contract/patient-files/types.ts'
import type { Patient } from '@archwire/contract/patients/schema.ts'
import { archWords, missingArch, type OneArch } from '@archwire/contract/rx-forms/arches.ts'

/** An ordered arch that a case lacks: which one, and a sentence about it. */
export interface LackingArch {
  arch: string
  text: string
}

/**
 * The ordered arch that the setup of a case does not show; without a setup, the one that no submitted scan shows. Null when
 * none is missing (`cases/setup-arches`).
 */
export function lackingArch({ rx_form, patient_files }: Patient): LackingArch | null {
  if (!rx_form) return null
  const { jaws_id } = rx_form
  const jawsOfKind = (kind: 'setup' | 'submission') =>
    patient_files
      .filter((file) => file.kind === kind && file.patient_file_type_id === patientFileTypes.stl.id)
      .map((file) => file.jaws_id)
  const [setup, scans] = [jawsOfKind('setup'), jawsOfKind('submission')]
  const ofSetup = missingArch(jaws_id, setup)
  const ofScans = missingArch(jaws_id, scans)
  if (ofSetup !== null) {
    const noScan = ofSetup === ofScans ? ` There is no ${archWords[ofSetup]} scan either.` : ''
    return {
      arch: archWords[ofSetup],
      text: `The setup has no ${archWords[ofSetup]} arch; ${ordered(jaws_id, ofSetup)}.${noScan}`,
    }
  }
  if (ofScans === null || setup.length > 0) return null
  return {
    arch: archWords[ofScans],
    text: `No ${archWords[ofScans]} scan was submitted; ${ordered(jaws_id, ofScans)}.`,
  }
}

const ordered = (jaws: number, missing: OneArch): string =>
  jaws === 3 ? 'both are ordered' : `the ${archWords[missing]} arch is ordered`
