/** The thread for what is long to compute: one piece of work at a time, as `work-apart.ts` hands it over. */
import { parentPort } from 'node:worker_threads'
import { doWork, type Work } from './work.ts'

/** What is thrown here ends the thread, and is told as its error. */
const answer = async (work: Work): Promise<void> => parentPort?.postMessage(await doWork(work), [])

parentPort?.on('message', (work: Work) => void answer(work))
