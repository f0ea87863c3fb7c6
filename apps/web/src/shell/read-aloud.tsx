import { readAloudId } from '../lib/toast.ts'

/** Where `toast.aloud` writes what screen readers say. */
export const ReadAloud = () => <div id={readAloudId} aria-live="polite" className="visually-hidden" />
