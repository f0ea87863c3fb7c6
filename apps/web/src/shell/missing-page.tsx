import { useDeferredImport } from '../lib/use-deferred-import.ts'

const load = () => import('./missing-in-shell.tsx')

/** An address that does not exist (`screens/missing`). Few people meet it: its code comes when it is needed. */
export function MissingPage() {
  const part = useDeferredImport(load, true)
  return part && <part.MissingInShell />
}
