import type { Patient } from '@archwire/contract/patients/schema.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isPrintWindow } from '../../lib/print-window.ts'
import { PaperPage } from '../../ui/paper.tsx'
import styles from './print-rxform.module.css'
import { RxSheet } from './rx-sheet.tsx'

/** The page is complete, and may be looked at, before the print dialog covers it. */
const printDelayMs = 1000

/** The Rx form of a case as paper, with the browser's print dialog (`rx-form/print`). */
export function PrintRxForm({ patient }: { patient: Patient }) {
  const form = patient.rx_form
  usePrintDialog(form !== null)
  return (
    <PaperPage
      bar={
        <>
          <Button variant="default" component={Link} to={`/patient-details/${patient.id}`}>
            Back
          </Button>
          {form && <Button onClick={() => window.print()}>Print</Button>}
        </>
      }
    >
      {form ? <RxSheet patient={patient} form={form} /> : <h1 className={styles.none}>There is no Rx form.</h1>}
    </PaperPage>
  )
}

/** Opens the print dialog by itself; a window that was opened for paper closes when that is done. */
function usePrintDialog(isReady: boolean) {
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => window.print(), printDelayMs)
    const close = () => {
      if (isPrintWindow()) window.close()
    }
    window.addEventListener('afterprint', close)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('afterprint', close)
    }
  }, [isReady])
}
