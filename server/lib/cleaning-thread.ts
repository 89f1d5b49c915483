/** The thread in which large texts and drawings are cleaned: one at a time, as `cleaning.ts` hands them over. */
import { parentPort } from 'node:worker_threads'
import { cleanNow, type CleaningWork } from './cleaning-work.ts'

parentPort?.on('message', (work: CleaningWork) => parentPort?.postMessage(cleanNow(work), []))
