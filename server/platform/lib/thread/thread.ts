/** The worker thread for long computations: one at a time, as `run-in-thread.ts` sends them. */
import { parentPort } from 'node:worker_threads'
import { runWork, type Work } from './work.ts'

/** Runs a computation and sends its result. Errors end the thread and are reported as its result. */
const answer = async (work: Work): Promise<void> => parentPort?.postMessage(await runWork(work), [])

parentPort?.on('message', (work: Work) => void answer(work))
