/** Asks whether the page may be left with its unsaved work; true when it may. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null

/** Registers work on this page that no server has: leaving asks first. Returns how to end that. */
export function guardWork(question: Ask): () => void {
  ask = question
  return () => {
    if (ask === question) ask = null
  }
}

/** Whether the page may be left; call it before any irreversible change. Asks once: after a yes the page is left. */
export async function mayLeave(): Promise<boolean> {
  const question = ask
  if (!question) return true
  const leaves = await question()
  if (leaves && ask === question) ask = null
  return leaves
}

/** What this page held has been saved: it may be left without a question. */
export const workIsSaved = (): void => void (ask = null)
