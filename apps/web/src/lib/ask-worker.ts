/** What goes to a worker, and what comes back. */
interface Asked {
  id: number
}
type Answered<A> = { id: number; answer?: A; error?: string }

/**
 * Asks a worker that is started with the first question, or before it by `start()`, and answers each by its id. Rejects
 * with `broken` when it cannot answer; a worker that crashed is started anew with the next question. `hand` names buffers
 * of the question that go over uncopied.
 */
export function workerAsker<Question extends object, Answer>(make: () => Worker, broken: string) {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()

  function started(): Worker {
    const created = make()
    created.addEventListener('message', ({ data }: MessageEvent<Answered<Answer>>) => {
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.answer !== undefined) asked?.resolve(data.answer)
      else asked?.reject(new Error(broken))
    })
    created.addEventListener('error', () => {
      for (const { reject } of waiting.values()) reject(new Error(broken))
      waiting.clear()
      worker = undefined
    })
    return created
  }

  const start = () => void (worker ??= started())
  const ask = (question: Question, hand: Transferable[] = []): Promise<Answer> => {
    start()
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      const asked: Question & Asked = { ...question, id }
      worker!.postMessage(asked, hand)
    })
  }
  return Object.assign(ask, { start })
}

/** The worker's half: answers every question with what `work` makes of it; `hand` names buffers that go over uncopied. */
export function answerQuestions<Question extends object, Answer>(
  work: (question: Question) => Promise<Answer>,
  hand: (answer: Answer) => Transferable[] = () => [],
): void {
  addEventListener('message', ({ data }: MessageEvent<Question & Asked>) => {
    void work(data).then(
      (answer) => postMessage({ id: data.id, answer }, { transfer: hand(answer) }),
      (error: unknown) => postMessage({ id: data.id, error: String(error) }),
    )
  })
}
