import { ApiError } from './api.ts'

/** A message to a worker, and its response. */
interface Asked {
  id: number
}
type Answered<A> = { id: number; answer?: A; error?: string }

/**
 * Sends requests to a worker that is started by the first one, or before it by `start()`, and matches responses by id.
 * Rejects with `broken` when it cannot respond, as an `ApiError` of status 0 when it did not load; a crashed worker is restarted by the next request. `hand` names buffers
 * of the request that are transferred, not copied.
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
    created.addEventListener('error', (event) => {
      // A worker that runs says what went wrong; one whose script did not arrive says nothing.
      const error = 'message' in event && event.message !== undefined ? new Error(broken) : new ApiError(0, 0, broken)
      for (const { reject } of waiting.values()) reject(error)
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

/**
 * The worker's half: responds to every request with the result of `work`; `hand` names buffers that are transferred,
 * not copied.
 */
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
